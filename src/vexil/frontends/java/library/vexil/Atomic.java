package vexil;

/** Atomic sections: between begin and end no other thread moves. */
public final class Atomic {
    private Atomic() {
    }

    /** Enter an atomic section. */
    public static native void begin();

    /** Leave the innermost atomic section. */
    public static native void end();
}
