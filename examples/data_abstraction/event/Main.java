// Two tasks of a spacecraft's executive wait for each other's events (Havelund, Lowry, Penix 2001): each waits unless
// the counter of its event has moved since it last looked, then signals the other. A signal between the test and the
// wait is lost, and both wait for ever.
class Event {
    int count = 0;

    public synchronized void wait_for_event() {
        try {
            wait();
        } catch (InterruptedException e) {
            return;
        }
    }

    public synchronized void signal_event() {
        count = count + 1;
        notifyAll();
    }
}

class FirstTask extends Thread {
    Event event1, event2;
    int count = 0;

    public FirstTask(Event e1, Event e2) {
        this.event1 = e1;
        this.event2 = e2;
    }

    public void run() {
        count = event1.count;
        while (true) {
            if (count == event1.count) {
                event1.wait_for_event();
            }
            count = event1.count;
            event2.signal_event();
        }
    }
}

class SecondTask extends Thread {
    Event event1, event2;
    int count = 0;

    public SecondTask(Event e1, Event e2) {
        this.event1 = e1;
        this.event2 = e2;
    }

    public void run() {
        count = event2.count;
        while (true) {
            event1.signal_event();
            if (count == event2.count) {
                event2.wait_for_event();
            }
            count = event2.count;
        }
    }
}

class Main {
    public static void main(String[] args) {
        Event event1 = new Event();
        Event event2 = new Event();
        FirstTask task1 = new FirstTask(event1, event2);
        SecondTask task2 = new SecondTask(event1, event2);
        task1.start();
        task2.start();
    }
}
