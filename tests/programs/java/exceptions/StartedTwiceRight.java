// Two threads may run the same task.
class StartedTwiceRight {
    static int runs;

    public static void main(String[] args) throws InterruptedException {
        Runnable task = () -> runs++;
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(task);
            thread.start();
            thread.join();
        }
        assert runs == 2;
    }
}
