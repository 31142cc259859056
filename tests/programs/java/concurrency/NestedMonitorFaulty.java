// A mailbox counts its messages and keeps them in a slot that has a monitor of its own.
// Faulty: the methods of the mailbox hold its monitor while the slot makes them wait. Waiting releases the monitor of
// the slot only, so nobody can get in to fill or empty it.
class Slot {
    private Integer message;

    synchronized void put(Integer value) throws InterruptedException {
        while (message != null) {
            wait();
        }
        message = value;
        notifyAll();
    }

    synchronized Integer take() throws InterruptedException {
        while (message == null) {
            wait();
        }
        Integer value = message;
        message = null;
        notifyAll();
        return value;
    }
}

class Mailbox {
    private final Slot slot = new Slot();
    private int sent;
    private int received;

    synchronized void send(int message) throws InterruptedException {
        slot.put(message);
        sent++;
    }

    synchronized int receive() throws InterruptedException {
        int message = slot.take();
        received++;
        return message;
    }

    synchronized int open() {
        return sent - received;
    }
}

class NestedMonitorFaulty {
    public static void main(String[] args) throws InterruptedException {
        final Mailbox mailbox = new Mailbox();
        Thread receiver = new Thread() {
            @Override
            public void run() {
                try {
                    int first = mailbox.receive();
                    int second = mailbox.receive();
                    assert first == 7 && second == 8;
                } catch (InterruptedException e) {
                    interrupt();
                }
            }
        };
        receiver.start();
        mailbox.send(7);
        mailbox.send(8);
        receiver.join();
        assert mailbox.open() == 0;
    }
}
