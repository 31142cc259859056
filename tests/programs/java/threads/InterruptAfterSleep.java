// An interrupt that comes after the sleep leaves the flag set.
class InterruptAfterSleep {
    static boolean slept;
    static boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(10);
                slept = true;
            } catch (InterruptedException e) {
                slept = false;
            }
            flag = Thread.currentThread().isInterrupted();
        });
        thread.start();
        thread.interrupt();
        thread.join();
        assert !(slept && flag); // violated: assert
    }
}
