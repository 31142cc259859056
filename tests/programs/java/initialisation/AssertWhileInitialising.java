/** An assertion asks a static field of its class whether it is switched on. */
public class AssertWhileInitialising {
    static int total;

    void check() {
        assert this != null;
    }

    static {
        Thread worker = new Thread(new AssertWhileInitialising()::check);
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
