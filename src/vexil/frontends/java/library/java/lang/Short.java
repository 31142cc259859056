package java.lang;

import vexil.Boxes;

/** A short in an object, and the static methods about shorts. */
public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    private final short value;

    @Deprecated
    public Short(short value) {
        this.value = value;
    }

    @Deprecated
    public Short(String text) throws NumberFormatException {
        this.value = parseShort(text, 10);
    }

    public static Short valueOf(short value) {
        if (value >= -128 && value <= 127) {
            return Boxes.sharedShort(value);
        }
        return new Short(value);
    }

    public static Short valueOf(String text) throws NumberFormatException {
        return valueOf(parseShort(text, 10));
    }

    public static Short valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseShort(text, radix));
    }

    public static short parseShort(String text) throws NumberFormatException {
        return parseShort(text, 10);
    }

    public static short parseShort(String text, int radix) throws NumberFormatException {
        int number = Integer.parseInt(text, radix);
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (short) number;
    }

    public static Short decode(String text) throws NumberFormatException {
        int number = Integer.decode(text);
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException("Value " + number + " out of range from input " + text);
        }
        return valueOf((short) number);
    }

    public byte byteValue() {
        return (byte) value;
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

    public static String toString(short number) {
        return Integer.toString(number);
    }

    public String toString() {
        return Integer.toString(value);
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(short value) {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Short && ((Short) other).value == value;
    }

    public int compareTo(Short other) {
        return value - other.value;
    }

    public static int compare(short left, short right) {
        return left - right;
    }

    public static int compareUnsigned(short left, short right) {
        return toUnsignedInt(left) - toUnsignedInt(right);
    }

    public static int toUnsignedInt(short number) {
        return number & 0xffff;
    }

    public static long toUnsignedLong(short number) {
        return number & 0xffffL;
    }

    public static short reverseBytes(short number) {
        return (short) (number >> 8 & 0xff | number << 8);
    }
}
