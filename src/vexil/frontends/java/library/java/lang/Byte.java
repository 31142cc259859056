package java.lang;

import vexil.Boxes;

/** A byte in an object, and the static methods about bytes. */
public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    private final byte value;

    @Deprecated
    public Byte(byte value) {
        this.value = value;
    }

    @Deprecated
    public Byte(String text) throws NumberFormatException {
        this.value = parseByte(text, 10);
    }

    public static Byte valueOf(byte value) {
        return Boxes.sharedByte(value);
    }

    public static Byte valueOf(String text) throws NumberFormatException {
        return valueOf(parseByte(text, 10));
    }

    public static Byte valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseByte(text, radix));
    }

    public static byte parseByte(String text) throws NumberFormatException {
        return parseByte(text, 10);
    }

    public static byte parseByte(String text, int radix) throws NumberFormatException {
        int number = Integer.parseInt(text, radix);
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (byte) number;
    }

    public static Byte decode(String text) throws NumberFormatException {
        int number = Integer.decode(text);
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException("Value " + number + " out of range from input " + text);
        }
        return valueOf((byte) number);
    }

    public byte byteValue() {
        return value;
    }

    public short shortValue() {
        return value;
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public static String toString(byte number) {
        return Integer.toString(number);
    }

    public String toString() {
        return Integer.toString(value);
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(byte value) {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Byte && ((Byte) other).value == value;
    }

    public int compareTo(Byte other) {
        return value - other.value;
    }

    public static int compare(byte left, byte right) {
        return left - right;
    }

    public static int compareUnsigned(byte left, byte right) {
        return toUnsignedInt(left) - toUnsignedInt(right);
    }

    public static int toUnsignedInt(byte number) {
        return number & 0xff;
    }

    public static long toUnsignedLong(byte number) {
        return number & 0xffL;
    }
}
