package vexil;

/** Values that come from outside the program. */
public final class Choices {
    private Choices() {
    }

    public static native boolean anyBoolean();

    public static native byte anyByte();

    public static native char anyChar();

    public static native short anyShort();

    public static native int anyInt();

    public static native long anyLong();

    public static native float anyFloat();

    public static native double anyDouble();

    /** Any number from low to high, both included; low is not above high. */
    public static native int between(int low, int high);

    /** Any number from low to high, both included; low is not above high. */
    public static native long between(long low, long high);

    /** The length of a string from outside: not negative, and bounded by an option. */
    public static native int stringLength();

    /** End the run as one that never was if the condition is false. */
    public static native void assume(boolean condition);
}
