public class CopiedArrays {
    static final int[] from = new int[3], to = new int[3];

    static void run() {
        System.arraycopy(from, 0, to, 0, 2);
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(CopiedArrays::run);
        thread.start();
        System.arraycopy(from, 0, to, 1, 2);
        thread.join();
    }
}
