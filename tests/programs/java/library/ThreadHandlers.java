/** Handlers of uncaught exceptions. */
public class ThreadHandlers {
    static void handle(Thread thread, Throwable exception) {
        System.out.println("handled " + exception + " of " + thread.getName() + " in " + Thread.currentThread().getName() + " "
                + thread.isAlive());
    }

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println(Thread.getDefaultUncaughtExceptionHandler() == null);
        Thread.UncaughtExceptionHandler own = ThreadHandlers::handle;
        Thread first = new Thread(() -> {
            throw new IllegalStateException("first");
        }, "first");
        first.setUncaughtExceptionHandler(own);
        System.out.println(first.getUncaughtExceptionHandler() == own);
        first.start();
        first.join();
        System.out.println(first.isAlive());
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> System.out.println("default " + exception.getMessage()));
        Thread second = new Thread(() -> {
            throw new Error("second");
        }, "second");
        second.start();
        second.join();
        Thread third = new Thread(() -> {
            int[] none = {};
            none[0]++;
        }, "third");
        third.setUncaughtExceptionHandler((thread, exception) -> {
            System.out.println("third " + exception.getMessage());
            throw new RuntimeException("ignored");
        });
        third.start();
        third.join();
        Thread fine = new Thread(() -> System.out.println("fine"), "fine");
        fine.setUncaughtExceptionHandler(own);
        fine.start();
        fine.join();
        Thread held = new Thread(() -> {
            synchronized (own) {
                throw new RuntimeException("while holding");
            }
        });
        held.start();
        held.join();
        synchronized (own) {
            System.out.println("the monitor is free");
        }
        System.out.println("end");
    }
}
