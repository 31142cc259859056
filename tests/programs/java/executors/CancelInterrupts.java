import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** `cancel(true)` interrupts the task that runs, and no later one of the same thread. */
public class CancelInterrupts {

    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> endless = pool.submit(() -> {
            synchronized (pool) {
                try {
                    while (true) {
                        pool.wait();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        Future<Boolean> last = pool.submit(() -> Thread.currentThread().isInterrupted());
        assert endless.cancel(true) && endless.isCancelled() && endless.isDone();
        assert !last.get();
        pool.shutdown();
    }
}
