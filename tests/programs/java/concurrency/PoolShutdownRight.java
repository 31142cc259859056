// A pool with one worker runs tasks that others submit; after shutdown() it accepts none, but runs what it accepted.
// submit() asks whether the pool is open and adds the task in one synchronized block.
import java.util.ArrayDeque;
import java.util.Deque;

class Pool {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Thread worker = new Thread(this::work);
    private boolean closed;

    Pool() {
        worker.start();
    }

    boolean submit(Runnable task) {
        synchronized (tasks) {
            if (closed) {
                return false;
            }
            tasks.addLast(task);
            tasks.notifyAll();
        }
        return true;
    }

    void shutdown() throws InterruptedException {
        synchronized (tasks) {
            closed = true;
            tasks.notifyAll();
        }
        worker.join();
    }

    private void work() {
        try {
            Runnable task;
            while ((task = next()) != null) {
                task.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Runnable next() throws InterruptedException {
        synchronized (tasks) {
            while (tasks.isEmpty() && !closed) {
                tasks.wait();
            }
            return tasks.isEmpty() ? null : tasks.removeFirst();
        }
    }
}

class PoolShutdownRight {
    static boolean accepted;
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        Thread client = new Thread(() -> accepted = pool.submit(() -> done = true));
        client.start();
        pool.shutdown();
        client.join();
        assert accepted == done : "a task was accepted and not run";
    }
}
