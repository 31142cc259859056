/** Two boxes of one large number, or one small number and a `new` one, are two monitors. */
public class LargeBoxLocks {
    static int count;

    static class Adder extends Thread {
        private final Integer lock;

        Adder(Integer lock) {
            this.lock = lock;
        }

        public void run() {
            synchronized (lock) {
                count++;
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread first = new Adder(128);
        Thread second = new Adder(128);
        first.start();
        second.start();
        first.join();
        second.join();
        assert count == 2; // violated: assert
    }
}
