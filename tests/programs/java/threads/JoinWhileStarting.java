// One thread joins another that the main thread is just starting: it waits for the end, or not at all.
class JoinWhileStarting {
    static int done;

    public static void main(String[] args) throws InterruptedException {
        Thread late = new Thread(() -> done++);
        Thread other = new Thread(() -> {
            try {
                late.join();
            } catch (InterruptedException e) {
                done = 10;
            }
        });
        other.start();
        late.start();
        late.join();
        assert done == 1;
    }
}
