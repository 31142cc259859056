package java.lang;

import vexil.Identity;
import vexil.Threads;

/** The root of all classes. The identity hash code is the environment's; see System.identityHashCode. */
public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    public int hashCode() {
        return Identity.hash(this);
    }

    public boolean equals(Object other) {
        return this == other;
    }

    protected Object clone() throws CloneNotSupportedException {
        if (!(this instanceof Cloneable)) {
            throw new CloneNotSupportedException(getClass().getName());
        }
        return Identity.copy(this);
    }

    public String toString() {
        return getClass().getName() + "@" + Integer.toHexString(hashCode());
    }

    public final void notify() {
        if (!Threads.holds(this)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        Threads.notifyOne(this);
    }

    public final void notifyAll() {
        if (!Threads.holds(this)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        Threads.notifyEvery(this);
    }

    public final void wait() throws InterruptedException {
        if (!Threads.holds(this)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        if (Threads.await(this)) {
            throw new InterruptedException();
        }
    }

    public final void wait(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (milliseconds == 0) {
            wait();
            return;
        }
        if (!Threads.holds(this)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        if (Threads.awaitTimed(this)) {
            throw new InterruptedException();
        }
    }

    public final void wait(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeoutMillis value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        if (nanoseconds > 0 && milliseconds < Long.MAX_VALUE) {
            wait(milliseconds + 1);
        } else {
            wait(milliseconds);
        }
    }

    protected void finalize() throws Throwable {
    }
}
