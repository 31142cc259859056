public class DoubleChecked {
    static DoubleChecked instance;
    int value = 3;

    static DoubleChecked get() {
        if (instance == null) {
            synchronized (DoubleChecked.class) {
                if (instance == null) {
                    instance = new DoubleChecked();
                }
            }
        }
        return instance;
    }

    static void run() {
        get();
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(DoubleChecked::run);
        thread.start();
        get();
        thread.join();
    }
}
