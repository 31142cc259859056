package java.lang;

import vexil.Approximations;
import vexil.Choices;

/** The machine that runs the program: any number of processors, any amount of memory. */
public class Runtime {
    private static final Runtime CURRENT = new Runtime();

    private Runtime() {
    }

    public static Runtime getRuntime() {
        return CURRENT;
    }

    public int availableProcessors() {
        return Choices.between(1, Integer.MAX_VALUE);
    }

    public long freeMemory() {
        return Choices.between(0L, Long.MAX_VALUE);
    }

    public long totalMemory() {
        return Choices.between(0L, Long.MAX_VALUE);
    }

    public long maxMemory() {
        return Choices.between(0L, Long.MAX_VALUE);
    }

    public void gc() {
    }

    public void exit(int status) {
        System.exit(status);
    }

    public void halt(int status) {
        System.exit(status);
    }

    public void addShutdownHook(Thread hook) {
        throw Approximations.unmodelled("shutdown hooks");
    }
}
