public class PlainFlag {
    static boolean ready;
    static int data;

    static void run() {
        data = 1;
        ready = true;
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(PlainFlag::run);
        thread.start();
        if (ready) {
            data++;
        }
        thread.join();
    }
}
