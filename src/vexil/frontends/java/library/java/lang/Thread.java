package java.lang;

import vexil.Approximations;
import vexil.Atomic;
import vexil.Locks;
import vexil.Output;
import vexil.Threads;

/**
 * Threads over the operations of vexil.Threads.
 *
 * <p>There are no thread groups but "main", no stack traces, and no class loaders; identifiers count from 1 for the
 * main thread on without gaps. A thread that ends notifies the threads that wait on its object; lowering adds it where
 * some thread may. The state of another thread that is alive is not modelled.
 */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private static UncaughtExceptionHandler defaultHandler;

    private final Runnable target;
    private final int number;
    private final int identifier;
    /** The name, null for "Thread-" and the number. */
    private String name;
    private int priority;
    private boolean daemon;
    private boolean started;
    private boolean interruptedEarly;
    private UncaughtExceptionHandler handler;
    /** What ThreadLocal objects hold for this thread. */
    ThreadLocal.Entry locals;
    /** What LockSupport keeps for this thread; no name that a program uses. */
    public volatile Object $permit;

    /** What is told about an exception that ends a thread. */
    @FunctionalInterface
    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable exception);
    }

    /** The states of a thread. */
    public enum State {
        NEW,
        RUNNABLE,
        BLOCKED,
        WAITING,
        TIMED_WAITING,
        TERMINATED
    }

    public Thread() {
        this((Runnable) null);
    }

    public Thread(Runnable target) {
        this.target = target;
        this.number = Threads.nextNumber();
        this.identifier = 1 + Threads.nextIdentifier();
        inherit(Threads.self());
    }

    public Thread(String name) {
        this(null, name);
    }

    public Thread(Runnable target, String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.target = target;
        this.name = name;
        this.number = 0;
        this.identifier = 1 + Threads.nextIdentifier();
        inherit(Threads.self());
    }

    /** The object of the main thread. */
    private Thread(boolean main) {
        this.target = null;
        this.name = "main";
        this.number = 0;
        this.identifier = 1;
        this.priority = NORM_PRIORITY;
        this.started = main;
    }

    private void inherit(Thread parent) {
        if (parent == null) {
            priority = NORM_PRIORITY;
        } else {
            priority = parent.priority;
            daemon = parent.daemon;
        }
    }

    public static Thread currentThread() {
        Thread self = Threads.self();
        if (self == null) {
            self = new Thread(true);
            Threads.adopt(self);
        }
        return self;
    }

    public void start() {
        Atomic.begin();
        boolean again = started;
        if (!again) {
            started = true;
            Threads.start(this, daemon);
            if (interruptedEarly) {
                Threads.interrupt(this);
            }
        }
        Atomic.end();
        if (again) {
            throw new IllegalThreadStateException();
        }
    }

    /** What a started thread does. */
    private static void body(Thread thread) throws Throwable {
        try {
            thread.run();
        } catch (Throwable exception) {
            uncaught(exception);
        }
    }

    /** Tell the handler about an exception that ends the running thread, or print it; then it ends the thread. */
    private static void uncaught(Throwable exception) throws Throwable {
        Thread self = Threads.self();
        UncaughtExceptionHandler own = self == null ? null : self.handler;
        UncaughtExceptionHandler chosen = own == null ? defaultHandler : own;
        try {
            if (chosen == null) {
                Output.describe(exception);
            } else {
                chosen.uncaughtException(currentThread(), exception);
            }
        } catch (Throwable ignored) {
            // what a handler throws changes nothing
        }
        if (chosen == null || !Output.isShown()) {
            throw exception;
        }
    }

    public void run() {
        if (target != null) {
            target.run();
        }
    }

    public final void join() throws InterruptedException {
        if (started && (Threads.holds(this) ? joinHolding(false) : Threads.join(this))) {
            throw new InterruptedException();
        }
    }

    /** Wait for the end with the monitor of the thread object released, as in the JDK: whether it was interrupted. */
    private boolean joinHolding(boolean timed) {
        int count = 0;
        while (Threads.holds(this)) {
            Locks.unlock(this);
            count++;
        }
        boolean interrupted = timed ? Threads.joinTimed(this) : Threads.join(this);
        for (int held = 0; held < count; held++) {
            Locks.lock(this);
        }
        return interrupted;
    }

    public final void join(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (milliseconds == 0) {
            join();
        } else if (started && (Threads.holds(this) ? joinHolding(true) : Threads.joinTimed(this))) {
            throw new InterruptedException();
        }
    }

    public final void join(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        if (nanoseconds > 0 && milliseconds < Long.MAX_VALUE) {
            join(milliseconds + 1);
        } else {
            join(milliseconds);
        }
    }

    public void interrupt() {
        Atomic.begin();
        if (started) {
            Threads.interrupt(this);
        } else {
            interruptedEarly = true;
        }
        Atomic.end();
    }

    public boolean isInterrupted() {
        return started ? Threads.interrupted(this) : interruptedEarly;
    }

    public static boolean interrupted() {
        boolean flag = Threads.selfInterrupted();
        if (flag) {
            Threads.clearInterrupt();
        }
        return flag;
    }

    public final boolean isAlive() {
        return started && Threads.alive(this);
    }

    public static void sleep(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (Threads.sleep()) {
            throw new InterruptedException("sleep interrupted");
        }
    }

    public static void sleep(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        sleep(milliseconds);
    }

    public static void yield() {
        Threads.pause();
    }

    public static void onSpinWait() {
        Threads.pause();
    }

    public static boolean holdsLock(Object monitor) {
        if (monitor == null) {
            throw new NullPointerException();
        }
        return Threads.holds(monitor);
    }

    public final void setDaemon(boolean daemon) {
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        this.daemon = daemon;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setPriority(int priority) {
        if (priority > MAX_PRIORITY || priority < MIN_PRIORITY) {
            throw new IllegalArgumentException();
        }
        if (!started || isAlive()) {
            this.priority = priority;
        }
    }

    public final int getPriority() {
        return priority;
    }

    public final synchronized void setName(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.name = name;
    }

    public final String getName() {
        return name == null ? "Thread-" + number : name;
    }

    public long getId() {
        return identifier;
    }

    public State getState() {
        if (!started) {
            return State.NEW;
        }
        if (!Threads.alive(this)) {
            return State.TERMINATED;
        }
        if (Threads.self() == this) {
            return State.RUNNABLE;
        }
        throw Approximations.unmodelled("Thread.getState of another thread that is alive");
    }

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        if (handler == null) {
            throw Approximations.unmodelled("Thread.getUncaughtExceptionHandler without a handler of its own");
        }
        return handler;
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        this.handler = handler;
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return defaultHandler;
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        defaultHandler = handler;
    }

    public StackTraceElement[] getStackTrace() {
        return new StackTraceElement[0];
    }

    public static void dumpStack() {
        new Exception("Stack trace").printStackTrace();
    }

    public String toString() {
        String group = !started || Threads.alive(this) ? "main" : "";
        return "Thread[" + getName() + "," + priority + "," + group + "]";
    }
}
