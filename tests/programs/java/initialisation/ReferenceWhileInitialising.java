/** Method references to other classes, and lambdas that keep `this`, need no initialised class. */
public class ReferenceWhileInitialising {
    static int total;

    static class Work {
        int done;

        static void nothing() {
        }

        Runnable job() {
            return () -> done = 1;
        }
    }

    private final Work work = new Work();

    Runnable job() {
        return () -> work.done++;
    }

    static {
        run(Work::nothing);
        run(new Work().job());
        run(new ReferenceWhileInitialising().job());
    }

    static void run(Runnable job) {
        Thread worker = new Thread(job);
        worker.start();
        try {
            worker.join();
        } catch (InterruptedException e) {
            total = 1;
        }
    }

    public static void main(String[] arguments) {
        total++;
    }
}
