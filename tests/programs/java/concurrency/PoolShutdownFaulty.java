// A pool with one worker runs tasks that others submit; after shutdown() it accepts none, but runs what it accepted.
// Faulty: submit() asks whether the pool is open before it takes the lock. A task that is added after the worker has
// gone is accepted and never run.
import java.util.ArrayDeque;
import java.util.Deque;

class Pool {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Thread worker = new Thread(this::work);
    private volatile boolean closed;

    Pool() {
        worker.start();
    }

    boolean submit(Runnable task) {
        if (closed) {
            return false;
        }
        synchronized (tasks) {
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

class PoolShutdownFaulty {
    static boolean accepted;
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        Thread client = new Thread(() -> accepted = pool.submit(() -> done = true));
        client.start();
        pool.shutdown();
        client.join();
        assert accepted == done : "a task was accepted and not run"; // violated: assert
    }
}
