package vexil;

/** The boxes that are shared by value (JLS 5.1.7). */
public final class Boxes {
    private Boxes() {
    }

    /** The shared box of a value from -128 to 127. */
    public static native Integer sharedInteger(int value);

    /** The shared box of a value from -128 to 127. */
    public static native Long sharedLong(long value);

    /** The shared box of a value from -128 to 127. */
    public static native Short sharedShort(short value);

    /** The shared box of a value. */
    public static native Byte sharedByte(byte value);

    /** The shared box of a value up to 127. */
    public static native Character sharedCharacter(char value);

    /** Boolean.TRUE or Boolean.FALSE. */
    public static native Boolean sharedBoolean(boolean value);
}
