// The thread handles its exception itself.
class ThreadRight {
    static int[] results = new int[1];
    static boolean failed;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            try {
                for (int i = 0; i < 2; i++) {
                    results[i] = i;
                }
            } catch (ArrayIndexOutOfBoundsException e) {
                failed = true;
            }
        });
        worker.start();
        worker.join();
        assert failed;
    }
}
