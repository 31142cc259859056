/** A lambda's body is a static method of its class: it waits for the thread that initialises the class, which joins it. */
public class LambdaWhileInitialising {
    static int total;

    static {
        Thread worker = new Thread(() -> { });
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
