package java.lang;

import java.io.PrintStream;
import java.io.PrintWriter;

/** What can be thrown. There are no stack traces: the array of their elements is empty, and none is printed. */
public class Throwable implements java.io.Serializable {
    private final String message;
    /** The cause; this object itself as long as none was given. */
    private Throwable cause = this;
    private Throwable[] suppressed;
    private final boolean refusesSuppressed;

    public Throwable() {
        this.message = null;
        this.refusesSuppressed = false;
    }

    public Throwable(String message) {
        this.message = message;
        this.refusesSuppressed = false;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
        this.refusesSuppressed = false;
    }

    public Throwable(Throwable cause) {
        this.message = cause == null ? null : cause.toString();
        this.cause = cause;
        this.refusesSuppressed = false;
    }

    protected Throwable(String message, Throwable cause, boolean suppression, boolean stackTrace) {
        this.message = message;
        this.cause = cause;
        this.refusesSuppressed = !suppression;
    }

    public String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause == this ? null : cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (this.cause != this) {
            throw new IllegalStateException(
                    "Can't overwrite cause with " + (cause == null ? "a null" : cause.toString()), this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        return this;
    }

    public String toString() {
        String text = getLocalizedMessage();
        return text == null ? getClass().getName() : getClass().getName() + ": " + text;
    }

    public final synchronized void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        if (refusesSuppressed) {
            return;
        }
        Throwable[] more = new Throwable[suppressed == null ? 1 : suppressed.length + 1];
        for (int i = 0; i < more.length - 1; i++) {
            more[i] = suppressed[i];
        }
        more[more.length - 1] = exception;
        suppressed = more;
    }

    public final synchronized Throwable[] getSuppressed() {
        return suppressed == null ? new Throwable[0] : suppressed.clone();
    }

    public Throwable fillInStackTrace() {
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        return new StackTraceElement[0];
    }

    public void setStackTrace(StackTraceElement[] stackTrace) {
        for (int i = 0; i < stackTrace.length; i++) {
            if (stackTrace[i] == null) {
                throw new NullPointerException("stackTrace[" + i + "]");
            }
        }
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    public void printStackTrace(PrintStream stream) {
        stream.println(this);
    }

    public void printStackTrace(PrintWriter writer) {
        writer.println(this);
    }
}
