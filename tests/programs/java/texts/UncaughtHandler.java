/** A handler is told of the exception that ends `main`; the exception is uncaught all the same. */
public class UncaughtHandler {
    static int told;

    static class Failure extends RuntimeException {
        public String getMessage() {
            assert told == 0; // violated: assert
            return "failure";
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> {
            throw new IllegalStateException();
        });
        other.setUncaughtExceptionHandler((thread, exception) -> told++);
        other.start();
        other.join();
        if (told == 1) {
            throw new Failure();
        }
    }
}
