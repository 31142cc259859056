package java.lang;

import vexil.Boxes;

/** A long in an object, and the static methods about longs. System properties are not modelled: none is set. */
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final long value;

    @Deprecated
    public Long(long value) {
        this.value = value;
    }

    @Deprecated
    public Long(String text) throws NumberFormatException {
        this.value = parseLong(text, 10);
    }

    public static Long valueOf(long value) {
        if (value >= -128 && value <= 127) {
            return Boxes.sharedLong(value);
        }
        return new Long(value);
    }

    public static Long valueOf(String text) throws NumberFormatException {
        return valueOf(parseLong(text, 10));
    }

    public static Long valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseLong(text, radix));
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
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public String toString() {
        return toString(value);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(long value) {
        return (int) (value ^ value >>> 32);
    }

    public boolean equals(Object other) {
        return other instanceof Long && ((Long) other).value == value;
    }

    public int compareTo(Long other) {
        return compare(value, other.value);
    }

    public static int compare(long left, long right) {
        if (left < right) {
            return -1;
        }
        return left == right ? 0 : 1;
    }

    public static int compareUnsigned(long left, long right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static long parseLong(String text) throws NumberFormatException {
        return parseLong(text, 10);
    }

    public static long parseLong(String text, int radix) throws NumberFormatException {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (radix < Character.MIN_RADIX) {
            throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
        }
        if (radix > Character.MAX_RADIX) {
            throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
        }
        int length = text.length();
        boolean negative = length > 0 && text.charAt(0) == '-';
        int next = negative || length > 0 && text.charAt(0) == '+' ? 1 : 0;
        if (next == length) {
            throw NumberFormatException.forInputString(text, radix);
        }
        // The digits are summed up as a negative number: those reach one further than positive ones.
        long limit = negative ? MIN_VALUE : -MAX_VALUE;
        long result = 0;
        while (next < length) {
            int digit = Character.digit(text.charAt(next), radix);
            if (digit < 0 || result < limit / radix || result * radix < limit + digit) {
                throw NumberFormatException.forInputString(text, radix);
            }
            result = result * radix - digit;
            next++;
        }
        return negative ? result : -result;
    }

    public static Long decode(String text) throws NumberFormatException {
        if (text.isEmpty()) {
            throw new NumberFormatException("Zero length string");
        }
        boolean negative = text.charAt(0) == '-';
        int next = negative || text.charAt(0) == '+' ? 1 : 0;
        int radix = 10;
        if (text.startsWith("0x", next) || text.startsWith("0X", next)) {
            next += 2;
            radix = 16;
        } else if (text.startsWith("#", next)) {
            next++;
            radix = 16;
        } else if (text.startsWith("0", next) && text.length() > next + 1) {
            next++;
            radix = 8;
        }
        if (text.startsWith("-", next) || text.startsWith("+", next)) {
            throw new NumberFormatException("Sign character in wrong position");
        }
        String digits = text.substring(next);
        if (!negative) {
            return valueOf(parseLong(digits, radix));
        }
        return valueOf(parseLong("-" + digits, radix));
    }

    public static String toString(long number) {
        return toString(number, 10);
    }

    public static String toString(long number, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        int length = number < 0 ? 2 : 1;
        for (long rest = number / base; rest != 0; rest /= base) {
            length++;
        }
        char[] characters = new char[length];
        long rest = number;
        for (int i = length - 1; i >= 0; i--) {
            characters[i] = Character.forDigit((int) Math.abs(rest % base), base);
            rest /= base;
        }
        if (number < 0) {
            characters[0] = '-';
        }
        return new String(characters);
    }

    public static String toBinaryString(long number) {
        return toPowerString(number, 1);
    }

    public static String toOctalString(long number) {
        return toPowerString(number, 3);
    }

    public static String toHexString(long number) {
        return toPowerString(number, 4);
    }

    /** The unsigned number in base two to the power of shift. */
    private static String toPowerString(long number, int shift) {
        int length = 1;
        for (long rest = number >>> shift; rest != 0; rest >>>= shift) {
            length++;
        }
        char[] characters = new char[length];
        long rest = number;
        for (int i = length - 1; i >= 0; i--) {
            characters[i] = Character.forDigit((int) (rest & (1 << shift) - 1), 16);
            rest >>>= shift;
        }
        return new String(characters);
    }

    public static String toUnsignedString(long number) {
        return toUnsignedString(number, 10);
    }

    public static String toUnsignedString(long number, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        if (number >= 0) {
            return toString(number, base);
        }
        return toString(divideUnsigned(number, base), base) + toString(remainderUnsigned(number, base), base);
    }

    public static long divideUnsigned(long dividend, long divisor) {
        if (divisor < 0) {
            return compareUnsigned(dividend, divisor) < 0 ? 0 : 1;
        }
        if (dividend >= 0) {
            return dividend / divisor;
        }
        long quotient = (dividend >>> 1) / divisor << 1;
        return compareUnsigned(dividend - quotient * divisor, divisor) < 0 ? quotient : quotient + 1;
    }

    public static long remainderUnsigned(long dividend, long divisor) {
        return dividend - divideUnsigned(dividend, divisor) * divisor;
    }

    public static long max(long left, long right) {
        return Math.max(left, right);
    }

    public static long min(long left, long right) {
        return Math.min(left, right);
    }

    public static long sum(long left, long right) {
        return left + right;
    }

    public static int signum(long number) {
        return compare(number, 0);
    }

    public static int bitCount(long number) {
        int count = 0;
        for (long rest = number; rest != 0; rest >>>= 1) {
            count += (int) (rest & 1);
        }
        return count;
    }

    public static long highestOneBit(long number) {
        return number == 0 ? 0 : MIN_VALUE >>> numberOfLeadingZeros(number);
    }

    public static long lowestOneBit(long number) {
        return number & -number;
    }

    public static int numberOfLeadingZeros(long number) {
        int count = SIZE;
        for (long rest = number; rest != 0; rest >>>= 1) {
            count--;
        }
        return count;
    }

    public static int numberOfTrailingZeros(long number) {
        int count = SIZE;
        for (long rest = number; rest != 0; rest <<= 1) {
            count--;
        }
        return count;
    }

    public static long rotateLeft(long number, int distance) {
        return number << distance | number >>> -distance;
    }

    public static long rotateRight(long number, int distance) {
        return number >>> distance | number << -distance;
    }

    public static long reverse(long number) {
        long result = 0;
        for (int i = 0; i < SIZE; i++) {
            result = result << 1 | number >>> i & 1;
        }
        return result;
    }

    public static long reverseBytes(long number) {
        long result = 0;
        for (int i = 0; i < SIZE; i += 8) {
            result = result << 8 | number >>> i & 0xff;
        }
        return result;
    }

    public static Long getLong(String property) {
        return null;
    }

    public static Long getLong(String property, long value) {
        return valueOf(value);
    }

    public static Long getLong(String property, Long value) {
        return value;
    }
}
