package java.lang;

import vexil.Boxes;

/** An int in an object, and the static methods about ints. System properties are not modelled: none is set. */
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final int value;

    @Deprecated
    public Integer(int value) {
        this.value = value;
    }

    @Deprecated
    public Integer(String text) throws NumberFormatException {
        this.value = parseInt(text, 10);
    }

    public static Integer valueOf(int value) {
        if (value >= -128 && value <= 127) {
            return Boxes.sharedInteger(value);
        }
        return new Integer(value);
    }

    public static Integer valueOf(String text) throws NumberFormatException {
        return valueOf(parseInt(text, 10));
    }

    public static Integer valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseInt(text, radix));
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
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

    public String toString() {
        return toString(value);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(int value) {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Integer && ((Integer) other).value == value;
    }

    public int compareTo(Integer other) {
        return compare(value, other.value);
    }

    public static int compare(int left, int right) {
        if (left < right) {
            return -1;
        }
        return left == right ? 0 : 1;
    }

    public static int compareUnsigned(int left, int right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static int parseInt(String text) throws NumberFormatException {
        return parseInt(text, 10);
    }

    public static int parseInt(String text, int radix) throws NumberFormatException {
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
        int limit = negative ? MIN_VALUE : -MAX_VALUE;
        int result = 0;
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

    public static Integer decode(String text) throws NumberFormatException {
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
            return valueOf(parseInt(digits, radix));
        }
        return valueOf(parseInt("-" + digits, radix));
    }

    public static String toString(int number) {
        return toString(number, 10);
    }

    public static String toString(int number, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        int length = number < 0 ? 2 : 1;
        for (int rest = number / base; rest != 0; rest /= base) {
            length++;
        }
        char[] characters = new char[length];
        int rest = number;
        for (int i = length - 1; i >= 0; i--) {
            characters[i] = Character.forDigit(Math.abs(rest % base), base);
            rest /= base;
        }
        if (number < 0) {
            characters[0] = '-';
        }
        return new String(characters);
    }

    public static String toBinaryString(int number) {
        return toPowerString(number, 1);
    }

    public static String toOctalString(int number) {
        return toPowerString(number, 3);
    }

    public static String toHexString(int number) {
        return toPowerString(number, 4);
    }

    /** The unsigned number in base two to the power of shift. */
    private static String toPowerString(int number, int shift) {
        int length = 1;
        for (int rest = number >>> shift; rest != 0; rest >>>= shift) {
            length++;
        }
        char[] characters = new char[length];
        int rest = number;
        for (int i = length - 1; i >= 0; i--) {
            characters[i] = Character.forDigit((rest & (1 << shift) - 1), 16);
            rest >>>= shift;
        }
        return new String(characters);
    }

    public static long toUnsignedLong(int number) {
        return number & 0xffffffffL;
    }

    public static String toUnsignedString(int number) {
        return Long.toString(toUnsignedLong(number));
    }

    public static String toUnsignedString(int number, int radix) {
        return Long.toString(toUnsignedLong(number), radix);
    }

    public static int parseUnsignedInt(String text) throws NumberFormatException {
        return parseUnsignedInt(text, 10);
    }

    public static int parseUnsignedInt(String text, int radix) throws NumberFormatException {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (text.isEmpty()) {
            throw NumberFormatException.forInputString(text, radix);
        }
        if (text.charAt(0) == '-') {
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + text + ".");
        }
        long number = Long.parseLong(text, radix);
        if (number > 0xffffffffL) {
            throw new NumberFormatException("String value " + text + " exceeds range of unsigned int.");
        }
        return (int) number;
    }

    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    public static int max(int left, int right) {
        return Math.max(left, right);
    }

    public static int min(int left, int right) {
        return Math.min(left, right);
    }

    public static int sum(int left, int right) {
        return left + right;
    }

    public static int signum(int number) {
        return compare(number, 0);
    }

    public static int bitCount(int number) {
        int count = 0;
        for (int rest = number; rest != 0; rest >>>= 1) {
            count += (rest & 1);
        }
        return count;
    }

    public static int highestOneBit(int number) {
        return number == 0 ? 0 : MIN_VALUE >>> numberOfLeadingZeros(number);
    }

    public static int lowestOneBit(int number) {
        return number & -number;
    }

    public static int numberOfLeadingZeros(int number) {
        int count = SIZE;
        for (int rest = number; rest != 0; rest >>>= 1) {
            count--;
        }
        return count;
    }

    public static int numberOfTrailingZeros(int number) {
        int count = SIZE;
        for (int rest = number; rest != 0; rest <<= 1) {
            count--;
        }
        return count;
    }

    public static int rotateLeft(int number, int distance) {
        return number << distance | number >>> -distance;
    }

    public static int rotateRight(int number, int distance) {
        return number >>> distance | number << -distance;
    }

    public static int reverse(int number) {
        int result = 0;
        for (int i = 0; i < SIZE; i++) {
            result = result << 1 | number >>> i & 1;
        }
        return result;
    }

    public static int reverseBytes(int number) {
        int result = 0;
        for (int i = 0; i < SIZE; i += 8) {
            result = result << 8 | number >>> i & 0xff;
        }
        return result;
    }

    public static Integer getInteger(String property) {
        return null;
    }

    public static Integer getInteger(String property, int value) {
        return valueOf(value);
    }

    public static Integer getInteger(String property, Integer value) {
        return value;
    }
}
