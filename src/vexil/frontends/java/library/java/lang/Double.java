package java.lang;

import vexil.Decimals;

/** A double in an object, and the static methods about doubles. Hexadecimal notation is not modelled. */
public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0 / 0.0;
    public static final double MAX_VALUE = 1.7976931348623157E308;
    public static final double MIN_NORMAL = 2.2250738585072014E-308;
    public static final double MIN_VALUE = 4.9E-324;
    public static final int MAX_EXPONENT = 1023;
    public static final int MIN_EXPONENT = -1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final double value;

    @Deprecated
    public Double(double value) {
        this.value = value;
    }

    @Deprecated
    public Double(String text) throws NumberFormatException {
        this.value = parseDouble(text);
    }

    public static Double valueOf(double value) {
        return new Double(value);
    }

    public static Double valueOf(String text) throws NumberFormatException {
        return new Double(parseDouble(text));
    }

    public static double parseDouble(String text) throws NumberFormatException {
        return Decimals.parseDouble(text);
    }

    public static String toString(double number) {
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
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }

    public static boolean isNaN(double number) {
        return number != number;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public static boolean isInfinite(double number) {
        return number == POSITIVE_INFINITY || number == NEGATIVE_INFINITY;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isFinite(double number) {
        return Math.abs(number) <= MAX_VALUE;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    public boolean equals(Object other) {
        return other instanceof Double && compare(value, ((Double) other).value) == 0;
    }

    public int compareTo(Double other) {
        return compare(value, other.value);
    }

    /** The order of numbers in which -0.0 is below 0.0 and NaN is above all. */
    public static int compare(double left, double right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        return Integer.compare(rank(left), rank(right));
    }

    private static int rank(double number) {
        if (number != number) {
            return 1;
        }
        return number == 0.0 && 1.0 / number < 0.0 ? -1 : 0;
    }

    public static double max(double left, double right) {
        return Math.max(left, right);
    }

    public static double min(double left, double right) {
        return Math.min(left, right);
    }

    public static double sum(double left, double right) {
        return left + right;
    }

    public static long doubleToRawLongBits(double number) {
        return doubleToLongBits(number);
    }

    public static native long doubleToLongBits(double number);

    public static native double longBitsToDouble(long bits);
}
