// Two processes of the Bakery algorithm (Lamport 1974) in which every statement is one step, because it has the lock:
// the program of a model that takes statements for atomic.
class Process1 extends Thread {
    public int y1 = 0;
    private Process2 p2;

    void SetThread(Process2 p) {
        p2 = p;
    }

    private boolean mustWait() {
        synchronized (Bakery.lock) {
            return p2.y2 != 0 && y1 >= p2.y2;
        }
    }

    public void run() {
        while (true) {
            synchronized (Bakery.lock) {
                y1 = p2.y2 + 1;
            }
            while (mustWait());
            critical1: synchronized (Bakery.lock) {
                y1 = 0;
            }
        }
    }
}

class Process2 extends Thread {
    public int y2 = 0;
    private Process1 p1;

    void SetThread(Process1 p) {
        p1 = p;
    }

    private boolean mustWait() {
        synchronized (Bakery.lock) {
            return p1.y1 != 0 && y2 >= p1.y1;
        }
    }

    public void run() {
        while (true) {
            synchronized (Bakery.lock) {
                y2 = p1.y1 + 1;
            }
            while (mustWait());
            critical2: synchronized (Bakery.lock) {
                y2 = 0;
            }
        }
    }
}

class Bakery {
    static final Object lock = new Object();

    public static void main(String args[]) {
        Process1 proc1 = new Process1();
        Process2 proc2 = new Process2();
        proc1.SetThread(proc2);
        proc2.SetThread(proc1);
        proc1.start();
        proc2.start();
    }
}
