public class DoubleCheckedVolatile {
    static volatile DoubleCheckedVolatile instance;
    int value = 3;

    static DoubleCheckedVolatile get() {
        if (instance == null) {
            synchronized (DoubleCheckedVolatile.class) {
                if (instance == null) {
                    instance = new DoubleCheckedVolatile();
                }
            }
        }
        return instance;
    }

    static void run() {
        int value = get().value;
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(DoubleCheckedVolatile::run);
        thread.start();
        int value = get().value;
        thread.join();
    }
}
