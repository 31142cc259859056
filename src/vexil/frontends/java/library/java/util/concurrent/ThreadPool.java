package java.util.concurrent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/** Threads that run tasks: a fixed number of them, or as many as there are tasks, which end when idle. */
class ThreadPool implements ExecutorService {
    /** The number of threads, 0 for as many as there are tasks. */
    private final int fixed;
    private final ThreadFactory factory;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<Runnable>();
    private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<Thread>();
    /** The wait set of those who wait for the end. */
    private final Object end = new Object();
    private int workers;
    private int idle;
    private volatile boolean shutdown;
    /** Whether running tasks are to be interrupted. */
    private boolean stopped;

    ThreadPool(int fixed, ThreadFactory factory) {
        this.fixed = fixed;
        this.factory = Objects.requireNonNull(factory);
    }

    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        Atomic.begin();
        boolean refused = shutdown;
        boolean starts = !refused && (fixed > 0 ? workers < fixed : tasks.size() >= idle);
        if (starts) {
            workers++;
        } else if (!refused) {
            tasks.add(task);
            Threads.notifyOne(tasks);
        }
        Atomic.end();
        if (refused) {
            throw new RejectedExecutionException("Task " + task + " rejected from " + this);
        }
        if (starts) {
            start(task);
        }
    }

    private void start(Runnable first) {
        Thread thread = factory.newThread(() -> work(first));
        Atomic.begin();
        threads.add(thread);
        Atomic.end();
        thread.start();
    }

    /** Run tasks until there are no more; a task that fails ends the thread, and another one takes its place. */
    private void work(Runnable first) {
        Runnable task = first;
        boolean failed = true;
        try {
            while (task != null) {
                forgetInterrupt();
                task.run();
                task = next();
            }
            failed = false;
        } finally {
            leave(failed);
        }
    }

    /** An interrupt that was for another task is not for the next one, unless the pool was told to stop. */
    private void forgetInterrupt() {
        Atomic.begin();
        if (!stopped && Threads.selfInterrupted()) {
            Threads.clearInterrupt();
        }
        Atomic.end();
    }

    private Runnable next() {
        Runnable task = null;
        boolean timedOut = false;
        while (task == null && !timedOut) {
            Atomic.begin();
            if (!tasks.isEmpty()) {
                task = tasks.poll();
            } else if (shutdown) {
                timedOut = true;
            } else {
                idle++;
                timedOut = (fixed > 0 ? Locks.park(tasks) : Locks.parkTimed(tasks)) == 1 && tasks.isEmpty();
                idle--;
            }
            Atomic.end();
        }
        return task;
    }

    private void leave(boolean failed) {
        Thread self = Thread.currentThread();
        Atomic.begin();
        threads.remove(self);
        boolean replaced = failed && (!shutdown && fixed > 0 || !tasks.isEmpty());
        Runnable task = replaced && !tasks.isEmpty() ? tasks.poll() : null;
        if (!replaced) {
            workers--;
            if (workers == 0 && shutdown) {
                Threads.notifyEvery(end);
            }
        }
        Atomic.end();
        if (replaced) {
            start(task == null ? () -> { } : task);
        }
    }

    public void shutdown() {
        Atomic.begin();
        shutdown = true;
        Threads.notifyEvery(tasks);
        if (workers == 0) {
            Threads.notifyEvery(end);
        }
        Atomic.end();
    }

    public List<Runnable> shutdownNow() {
        shutdown();
        Atomic.begin();
        stopped = true;
        List<Runnable> waiting = new ArrayList<Runnable>(tasks);
        tasks.clear();
        List<Thread> running = new ArrayList<Thread>(threads);
        Atomic.end();
        for (int index = 0; index < running.size(); index++) {
            running.get(index).interrupt();
        }
        return waiting;
    }

    public boolean isShutdown() {
        return shutdown;
    }

    public boolean isTerminated() {
        Atomic.begin();
        boolean ended = shutdown && workers == 0;
        Atomic.end();
        return ended;
    }

    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        if (unit.toNanos(time) <= 0) {
            return isTerminated();
        }
        int reason = 0;
        Atomic.begin();
        if (!shutdown || workers > 0) {
            reason = Locks.parkTimed(end);
        }
        boolean ended = shutdown && workers == 0;
        Atomic.end();
        if (reason == 2) {
            throw new InterruptedException();
        }
        return ended;
    }

    public <T> Future<T> submit(Callable<T> task) {
        FutureTask<T> future = new FutureTask<T>(task);
        execute(future);
        return future;
    }

    public <T> Future<T> submit(Runnable task, T result) {
        FutureTask<T> future = new FutureTask<T>(task, result);
        execute(future);
        return future;
    }

    public Future<?> submit(Runnable task) {
        return submit(task, null);
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> calls) throws InterruptedException {
        List<Future<T>> futures = new ArrayList<Future<T>>();
        for (Callable<T> call : calls) {
            futures.add(submit(call));
        }
        for (int index = 0; index < futures.size(); index++) {
            try {
                futures.get(index).get();
            } catch (ExecutionException | CancellationException ignored) {
                continue;
            }
        }
        return futures;
    }
}
