package vexil;

/** Arrays whose element type is known only at run time. */
public final class ArrayTypes {
    private ArrayTypes() {
    }

    /** Give a new array of the same run-time type as the pattern, filled with nulls; the length is not negative. */
    public static native <T> T[] newLike(T[] pattern, int length);
}
