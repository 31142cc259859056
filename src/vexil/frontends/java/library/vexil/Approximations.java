package vexil;

/** The places where a model ends. */
public final class Approximations {
    private Approximations() {
    }

    /** Cut the run here, with a caveat that names what is not modelled; the argument is always a literal. */
    public static native RuntimeException unmodelled(String what);
}
