/** Interrupts of threads that run, wait, sleep and join. */
public class ThreadInterrupts {
    interface Action {
        void run() throws Exception;
    }

    static void expect(String label, Action action) {
        try {
            action.run();
            System.out.println(label + ": fine " + Thread.currentThread().isInterrupted());
        } catch (Exception exception) {
            System.out.println(label + ": " + exception.getClass().getName() + " " + exception.getMessage() + " "
                    + Thread.currentThread().isInterrupted());
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread main = Thread.currentThread();
        Object monitor = new Object();
        System.out.println(main.isInterrupted() + " " + Thread.interrupted());
        main.interrupt();
        System.out.println(main.isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted() + " " + main.isInterrupted());
        main.interrupt();
        expect("sleep", () -> Thread.sleep(1000));
        main.interrupt();
        expect("wait", () -> {
            synchronized (monitor) {
                monitor.wait();
            }
        });
        main.interrupt();
        expect("timed wait", () -> {
            synchronized (monitor) {
                monitor.wait(1000);
            }
        });
        Thread ended = new Thread(() -> { });
        ended.start();
        ended.join();
        main.interrupt();
        expect("join ended", () -> ended.join());
        System.out.println(Thread.interrupted());
        Thread sleeper = new Thread(() -> {
            synchronized (monitor) {
                expect("sleeper waits", () -> monitor.wait());
            }
        });
        sleeper.start();
        main.interrupt();
        expect("join alive", () -> sleeper.join());
        sleeper.interrupt();
        sleeper.join();
        Thread early = new Thread(() -> System.out.println("started interrupted: " + Thread.currentThread().isInterrupted()));
        System.out.println(early.isInterrupted());
        early.interrupt();
        System.out.println(early.isInterrupted());
        early.start();
        early.join();
        Thread stubborn = new Thread(() -> {
            int interrupts = 0;
            while (interrupts < 2) {
                try {
                    synchronized (monitor) {
                        monitor.wait();
                    }
                } catch (InterruptedException exception) {
                    interrupts++;
                    if (interrupts == 1) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
            System.out.println("gave up after " + interrupts);
        });
        stubborn.start();
        stubborn.interrupt();
        stubborn.join();
        Thread busy = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            System.out.println("stopped " + Thread.currentThread().isInterrupted());
        });
        busy.start();
        busy.interrupt();
        busy.join();
        System.out.println(main.isInterrupted());
    }
}
