// The initialiser of a class fails once: one thread gets its exception, the other one no class.
class InitialiserFailsOnce {
    static int runs;
    static int failed;
    static int missing;

    static class Broken {
        static int value;

        static {
            runs++;
            value = 1 / (runs - 1);
        }
    }

    static void use() {
        try {
            int value = Broken.value;
        } catch (ExceptionInInitializerError e) {
            failed++;
        } catch (NoClassDefFoundError e) {
            missing++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            use();
        });
        Thread second = new Thread(() -> {
            use();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert runs == 1 && failed == 1 && missing == 1;
    }
}
