// The tasks of Event, repaired: a task remembers the counter when it is created, and the test and the wait are one
// synchronized method. The counter goes round, so that there are finitely many states.
class Event {
    private int count = 0;

    public synchronized int count() {
        return count;
    }

    public synchronized int wait_for_event(int seen) throws InterruptedException {
        while (count == seen) {
            wait();
        }
        return count;
    }

    public synchronized void signal_event() {
        count = (count + 1) % 3;
        notifyAll();
    }
}

class FirstTask extends Thread {
    private final Event event1, event2;
    private int count;

    public FirstTask(Event e1, Event e2) {
        this.event1 = e1;
        this.event2 = e2;
        count = event1.count();
    }

    public void run() {
        try {
            while (true) {
                count = event1.wait_for_event(count);
                event2.signal_event();
            }
        } catch (InterruptedException e) {
        }
    }
}

class SecondTask extends Thread {
    private final Event event1, event2;
    private int count;

    public SecondTask(Event e1, Event e2) {
        this.event1 = e1;
        this.event2 = e2;
        count = event2.count();
    }

    public void run() {
        try {
            while (true) {
                event1.signal_event();
                count = event2.wait_for_event(count);
            }
        } catch (InterruptedException e) {
        }
    }
}

class START {
    public static void main(String[] args) {
        Event event1 = new Event();
        Event event2 = new Event();
        new FirstTask(event1, event2).start();
        new SecondTask(event1, event2).start();
    }
}
