/** Threads one after the other, so that the output does not depend on the schedule. */
public class ThreadBasics {
    static int counter;

    static class Worker extends Thread {
        private final int amount;

        Worker(int amount) {
            super("worker-" + amount);
            this.amount = amount;
        }

        @Override
        public void run() {
            counter += amount;
            System.out.println(getName() + " " + (Thread.currentThread() == this) + " " + isAlive() + " " + getState());
        }
    }

    interface Action {
        void run() throws Exception;
    }

    static void expect(String label, Action action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (Exception exception) {
            System.out.println(label + ": " + exception.getClass().getName() + " " + exception.getMessage());
        }
    }

    static void describe(Thread thread) {
        System.out.println(thread.getName() + " " + thread.getPriority() + " " + thread.isDaemon() + " " + thread.isAlive() + " "
                + thread.getState() + " " + thread.isInterrupted() + " " + thread);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread main = Thread.currentThread();
        describe(main);
        System.out.println(main.getId() + " " + (main == Thread.currentThread()));
        for (int i = 1; i <= 3; i++) {
            Worker worker = new Worker(i);
            describe(worker);
            worker.start();
            worker.join();
            describe(worker);
            System.out.println(counter);
        }
        Thread first = new Thread(() -> counter = 100);
        Thread second = new Thread(() -> counter++);
        describe(first);
        describe(second);
        first.start();
        first.join();
        second.start();
        second.join();
        System.out.println(counter);
        expect("start again", () -> first.start());
        Thread named = new Thread(() -> System.out.println("in " + Thread.currentThread().getName()), "named");
        named.setDaemon(true);
        named.setPriority(Thread.MAX_PRIORITY);
        describe(named);
        named.setName("renamed");
        named.start();
        named.join();
        describe(named);
        Thread child = new Thread(() -> describe(new Thread("grandchild")));
        child.setDaemon(true);
        child.setPriority(7);
        child.start();
        child.join();
        Thread idle = new Thread();
        idle.run();
        idle.start();
        idle.join();
        describe(idle);
        new Worker(9).run();
        expect("join unstarted", () -> new Thread().join());
        expect("join timed unstarted", () -> new Thread().join(5));
        expect("join -1", () -> idle.join(-1));
        expect("join 1 -1", () -> idle.join(1, -1));
        expect("join ended", () -> idle.join(1, 5));
        expect("sleep", () -> Thread.sleep(1));
        expect("sleep -1", () -> Thread.sleep(-1));
        expect("sleep 0 1000000", () -> Thread.sleep(0, 1000000));
        expect("sleep 0 5", () -> Thread.sleep(0, 5));
        expect("name", () -> new Thread((String) null));
        expect("set name", () -> idle.setName(null));
        expect("priority 0", () -> main.setPriority(0));
        expect("priority 11", () -> main.setPriority(11));
        expect("daemon", () -> main.setDaemon(true));
        expect("daemon ended", () -> idle.setDaemon(true));
        Thread.yield();
        Thread.onSpinWait();
        Runnable runnable = new Thread(() -> System.out.println("as runnable"));
        runnable.run();
        System.out.println(new Thread(runnable).getName());
    }
}
