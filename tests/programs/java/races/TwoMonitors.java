public class TwoMonitors {
    static final Object first = new Object(), second = new Object();
    static int count;

    static void run() {
        synchronized (first) {
            count++;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(TwoMonitors::run);
        thread.start();
        synchronized (second) {
            count++;
        }
        thread.join();
    }
}
