// An uncaught exception ends its thread, and no other one.
class UncaughtInThread {
    public static void main(String[] args) throws InterruptedException {
        int[] numbers = new int[1];
        Thread thread = new Thread(() -> numbers[1] = 2);
        thread.start();
        thread.join();
        assert !thread.isAlive() && numbers[0] == 0;
    }
}
