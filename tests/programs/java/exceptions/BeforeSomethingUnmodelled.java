/** What a thread throws is known, although nobody knows what the program prints later. */
public class BeforeSomethingUnmodelled {
    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> {
            throw new IllegalStateException();
        });
        other.start();
        other.join();
        assert System.getProperty("colour") == null;
    }
}
