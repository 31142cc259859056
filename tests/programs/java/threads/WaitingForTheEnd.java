// A thread that ends, by an exception too, notifies those who wait on its Thread object.
class WaitingForTheEnd {
    static void await(Thread thread) {
        synchronized (thread) {
            while (thread.isAlive()) {
                try {
                    thread.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) {
        Thread first = Thread.currentThread();
        Thread second = new Thread(() -> {
            throw new IllegalStateException();
        });
        second.start();
        await(second);
        new Thread(() -> await(first)).start();
    }
}
