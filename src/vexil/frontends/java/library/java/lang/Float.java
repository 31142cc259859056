package java.lang;

import vexil.Decimals;

/** A float in an object, and the static methods about floats. Hexadecimal notation is not modelled. */
public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 3.4028235E38f;
    public static final float MIN_NORMAL = 1.17549435E-38f;
    public static final float MIN_VALUE = 1.4E-45f;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = -126;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final float value;

    @Deprecated
    public Float(float value) {
        this.value = value;
    }

    @Deprecated
    public Float(double value) {
        this.value = (float) value;
    }

    @Deprecated
    public Float(String text) throws NumberFormatException {
        this.value = parseFloat(text);
    }

    public static Float valueOf(float value) {
        return new Float(value);
    }

    public static Float valueOf(String text) throws NumberFormatException {
        return new Float(parseFloat(text));
    }

    public static float parseFloat(String text) throws NumberFormatException {
        return Decimals.parseFloat(text);
    }

    public static String toString(float number) {
        return Decimals.toString(number);
    }

    public String toString() {
        return Decimals.toString(value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return (long) value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public static boolean isNaN(float number) {
        return number != number;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public static boolean isInfinite(float number) {
        return number == POSITIVE_INFINITY || number == NEGATIVE_INFINITY;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isFinite(float number) {
        return Math.abs(number) <= MAX_VALUE;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    public boolean equals(Object other) {
        return other instanceof Float && compare(value, ((Float) other).value) == 0;
    }

    public int compareTo(Float other) {
        return compare(value, other.value);
    }

    /** The order of numbers in which -0.0 is below 0.0 and NaN is above all. */
    public static int compare(float left, float right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        return Integer.compare(rank(left), rank(right));
    }

    private static int rank(float number) {
        if (number != number) {
            return 1;
        }
        return number == 0.0f && 1.0f / number < 0.0f ? -1 : 0;
    }

    public static float max(float left, float right) {
        return Math.max(left, right);
    }

    public static float min(float left, float right) {
        return Math.min(left, right);
    }

    public static float sum(float left, float right) {
        return left + right;
    }

    public static int floatToRawIntBits(float number) {
        return floatToIntBits(number);
    }

    public static native int floatToIntBits(float number);

    public static native float intBitsToFloat(int bits);
}
