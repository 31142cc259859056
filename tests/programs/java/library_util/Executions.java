import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks in pools of threads; the output is the same for every schedule. */
public class Executions {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    static int cube(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        return value * value * value;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> future = pool.submit(() -> cube(3));
        show("result", future.get() + " " + future.isDone() + " " + future.isCancelled() + " " + future.cancel(true));
        Future<Integer> failing = pool.submit(() -> cube(-1));
        try {
            failing.get();
        } catch (ExecutionException exception) {
            show("failure", exception.getMessage() + " | " + exception.getCause().getMessage());
        }
        AtomicInteger count = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            all.add(pool.submit(() -> {
                count.incrementAndGet();
            }));
        }
        for (Future<?> each : all) {
            show("nothing", each.get());
        }
        show("counted", count.get());
        show("given", pool.submit(() -> { }, "given").get());
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            int value = index;
            tasks.add(() -> cube(value));
        }
        int sum = 0;
        for (Future<Integer> each : pool.invokeAll(tasks)) {
            sum += each.get();
        }
        show("sum", sum);
        pool.shutdown();
        show("shut down", pool.isShutdown());
        try {
            pool.execute(() -> show("never", ""));
        } catch (RejectedExecutionException exception) {
            show("rejected", true);
        }
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            continue;
        }
        show("terminated", pool.isTerminated());
        FutureTask<String> task = new FutureTask<>(() -> "done");
        show("not yet", task.isDone());
        task.run();
        show("now", task.isDone() + " " + task.get() + " " + task.get(1, TimeUnit.SECONDS));
        FutureTask<String> cancelled = new FutureTask<>(() -> "never");
        show("cancel", cancelled.cancel(false) + " " + cancelled.isCancelled() + " " + cancelled.isDone());
        cancelled.run();
        attempt("cancelled", () -> cancelled.get());
        ExecutorService single = Executors.newSingleThreadExecutor();
        StringBuilder order = new StringBuilder();
        for (int index = 0; index < 3; index++) {
            int value = index;
            single.execute(() -> order.append(value));
        }
        single.submit(() -> order.append('.')).get();
        single.shutdownNow();
        show("in order", order);
        attempt("no threads", () -> Executors.newFixedThreadPool(0));
    }
}
