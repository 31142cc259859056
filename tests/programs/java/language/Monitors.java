// synchronized blocks and methods are left on every way out, and threads that are joined have done their work.
class Monitors {
    private static final Object lock = new Object();
    private int count;

    static int out(int how) {
        for (int i = 0; i < 3; i++) {
            synchronized (lock) {
                if (how == 0) {
                    return 10;
                }
                if (how == 1) {
                    break;
                }
                if (how == 2) {
                    continue;
                }
                throw new IllegalStateException("way " + how);
            }
        }
        return Thread.holdsLock(lock) ? -1 : how;
    }

    synchronized int nested() {
        synchronized (this) {
            count++;
            return again();
        }
    }

    private synchronized int again() {
        count++;
        return count;
    }

    static synchronized String onClass() {
        return "class " + Thread.holdsLock(Monitors.class);
    }

    public static void main(String[] args) throws InterruptedException {
        for (int how = 0; how <= 2; how++) {
            System.out.println(out(how));
        }
        try {
            out(3);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(lock));
        }
        Monitors m = new Monitors();
        System.out.println(m.nested() + onClass());
        try {
            m.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not the owner");
        }
        try {
            Object none = null;
            synchronized (none) {
                System.out.println("not reached");
            }
        } catch (NullPointerException e) {
            System.out.println("no monitor");
        }
        Thread t = new Thread(() -> m.count = 50);
        System.out.println(t.isAlive());
        t.start();
        t.join();
        System.out.println(m.count + " " + t.isAlive());
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started once only");
        }
        Thread.currentThread().interrupt();
        try {
            synchronized (m) {
                m.wait();
            }
        } catch (InterruptedException e) {
            System.out.println("interrupted " + Thread.currentThread().isInterrupted());
        }
        new Thread("named") {
            @Override
            public void run() {
                System.out.println(getName());
            }
        }.run();
    }
}
