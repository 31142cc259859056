public class SynchronizedMethods {
    static int count;

    static synchronized void add() {
        count++;
    }

    static void run() {
        add();
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(SynchronizedMethods::run);
        thread.start();
        add();
        thread.join();
        count = 0;
    }
}
