package java.util.concurrent;

import java.util.Objects;
import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/** A task and its result. */
public class FutureTask<V> implements RunnableFuture<V> {
    private static final int NEW = 0;
    private static final int DONE = 1;
    private static final int FAILED = 2;
    private static final int CANCELLED = 3;
    private static final int INTERRUPTING = 4;

    private final Object waiters = new Object();
    private Callable<V> task;
    private volatile int state;
    private Object outcome;
    private volatile Thread runner;

    public FutureTask(Callable<V> task) {
        this.task = Objects.requireNonNull(task);
    }

    public FutureTask(Runnable task, V result) {
        this.task = Executors.callable(task, result);
    }

    public boolean isDone() {
        return state != NEW;
    }

    public boolean isCancelled() {
        return state >= CANCELLED;
    }

    private boolean finish(int next, Object result) {
        Atomic.begin();
        boolean first = state == NEW;
        if (first) {
            outcome = result;
            state = next;
            task = null;
            Threads.notifyEvery(waiters);
        }
        Atomic.end();
        if (first) {
            done();
        }
        return first;
    }

    protected void done() {
    }

    protected void set(V result) {
        finish(DONE, result);
    }

    protected void setException(Throwable exception) {
        finish(FAILED, exception);
    }

    public boolean cancel(boolean interrupt) {
        if (!interrupt) {
            return finish(CANCELLED, null);
        }
        Atomic.begin();
        boolean first = state == NEW;
        if (first) {
            state = INTERRUPTING;
            Locks.lock(waiters);
        }
        Atomic.end();
        if (first) {
            interruptRunner();
        }
        return first;
    }

    /** Interrupt the thread that runs the task; it does not leave the task before that is done. */
    private void interruptRunner() {
        try {
            Thread thread = runner;
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            state = CANCELLED;
            Locks.unlock(waiters);
        }
        Atomic.begin();
        task = null;
        Threads.notifyEvery(waiters);
        Atomic.end();
        done();
    }

    public void run() {
        Thread self = Thread.currentThread();
        Atomic.begin();
        Callable<V> call = state == NEW && runner == null ? task : null;
        if (call != null) {
            runner = self;
        }
        Atomic.end();
        if (call == null) {
            return;
        }
        try {
            V result = call.call();
            set(result);
        } catch (Throwable exception) {
            setException(exception);
        } finally {
            runner = null;
            if (state == INTERRUPTING) {
                Locks.lock(waiters);
                Locks.unlock(waiters);
            }
        }
    }

    public V get() throws InterruptedException, ExecutionException {
        await(false);
        return report();
    }

    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!await(true)) {
            throw new TimeoutException();
        }
        return report();
    }

    private boolean await(boolean timed) throws InterruptedException {
        int reason = 0;
        Atomic.begin();
        if (state == NEW) {
            reason = timed ? Locks.parkTimed(waiters) : Locks.park(waiters);
        }
        boolean finished = state != NEW;
        Atomic.end();
        if (reason == 2) {
            throw new InterruptedException();
        }
        return finished;
    }

    private V report() throws ExecutionException {
        if (state >= CANCELLED) {
            throw new CancellationException();
        }
        if (state == FAILED) {
            throw new ExecutionException((Throwable) outcome);
        }
        return (V) outcome;
    }
}
