/** A reference that gathers its arguments in an array is a method of the class around it; a plain one is not. */
public class VarargsReferenceWhileInitialising {
    static class Other {
        static void all(Object... given) {
        }

        static void none() {
        }
    }

    static class Plain {
        static int done;

        static {
            done = run(Other::none);
        }
    }

    static class Gathering {
        static int done;

        static {
            done = run(Other::all);
        }
    }

    static int run(Runnable job) {
        Thread worker = new Thread(job);
        worker.start();
        try {
            worker.join();
        } catch (InterruptedException e) {
            return 2;
        }
        return 1;
    }

    public static void main(String[] arguments) {
        assert Plain.done == 1;
        assert Gathering.done == 1;
        assert false : "not reached";
    }
}
