// The exception ends the thread that throws it; main goes on and ends without one.
class ThreadFaulty {
    static int[] results = new int[1];
    static boolean finished;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                results[i] = i;
            }
            finished = true;
        });
        worker.start();
        worker.join();
        assert !finished;
    }
}
