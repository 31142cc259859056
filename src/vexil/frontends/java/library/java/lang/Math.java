package java.lang;

import vexil.Choices;

/**
 * Mathematical functions.
 *
 * <p>Functions that are not computed exactly in IEEE arithmetic are native. The native ones whose result the JDK lets
 * vary by units in the last place are taken to be correctly rounded.
 */
public final class Math {
    public static final double E = 2.7182818284590452354;
    public static final double PI = 3.14159265358979323846;

    /** From here on every double is an integer: two to the power of 52. */
    private static final double INTEGERS = 4503599627370496.0;

    private Math() {
    }

    public static int abs(int number) {
        return number < 0 ? -number : number;
    }

    public static long abs(long number) {
        return number < 0 ? -number : number;
    }

    public static float abs(float number) {
        return number <= 0.0f ? 0.0f - number : number;
    }

    public static double abs(double number) {
        return number <= 0.0 ? 0.0 - number : number;
    }

    public static int absExact(int number) {
        if (number == Integer.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return abs(number);
    }

    public static long absExact(long number) {
        if (number == Long.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return abs(number);
    }

    public static int max(int left, int right) {
        return left >= right ? left : right;
    }

    public static long max(long left, long right) {
        return left >= right ? left : right;
    }

    public static float max(float left, float right) {
        if (left != left || left == 0.0f && right == 0.0f && 1.0f / left > 0.0f) {
            return left;
        }
        return left > right ? left : right;
    }

    public static double max(double left, double right) {
        if (left != left || left == 0.0 && right == 0.0 && 1.0 / left > 0.0) {
            return left;
        }
        return left > right ? left : right;
    }

    public static int min(int left, int right) {
        return left <= right ? left : right;
    }

    public static long min(long left, long right) {
        return left <= right ? left : right;
    }

    public static float min(float left, float right) {
        if (left != left || left == 0.0f && right == 0.0f && 1.0f / left < 0.0f) {
            return left;
        }
        return left < right ? left : right;
    }

    public static double min(double left, double right) {
        if (left != left || left == 0.0 && right == 0.0 && 1.0 / left < 0.0) {
            return left;
        }
        return left < right ? left : right;
    }

    public static int addExact(int left, int right) {
        return exact((long) left + right);
    }

    public static long addExact(long left, long right) {
        long sum = left + right;
        if (left >= 0 == right >= 0 && left >= 0 != sum >= 0) {
            throw new ArithmeticException("long overflow");
        }
        return sum;
    }

    public static int subtractExact(int left, int right) {
        return exact((long) left - right);
    }

    public static long subtractExact(long left, long right) {
        long difference = left - right;
        if (left >= 0 != right >= 0 && left >= 0 != difference >= 0) {
            throw new ArithmeticException("long overflow");
        }
        return difference;
    }

    public static int multiplyExact(int left, int right) {
        return exact((long) left * right);
    }

    public static long multiplyExact(long left, int right) {
        return multiplyExact(left, (long) right);
    }

    public static long multiplyExact(long left, long right) {
        long product = left * right;
        if (right != 0 && product / right != left || left == Long.MIN_VALUE && right == -1) {
            throw new ArithmeticException("long overflow");
        }
        return product;
    }

    public static int incrementExact(int number) {
        return exact((long) number + 1);
    }

    public static long incrementExact(long number) {
        return addExact(number, 1L);
    }

    public static int decrementExact(int number) {
        return exact((long) number - 1);
    }

    public static long decrementExact(long number) {
        return subtractExact(number, 1L);
    }

    public static int negateExact(int number) {
        return exact(-(long) number);
    }

    public static long negateExact(long number) {
        return subtractExact(0L, number);
    }

    public static int toIntExact(long number) {
        return exact(number);
    }

    private static int exact(long number) {
        if (number < Integer.MIN_VALUE || number > Integer.MAX_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) number;
    }

    public static long multiplyFull(int left, int right) {
        return (long) left * right;
    }

    public static int floorDiv(int dividend, int divisor) {
        int quotient = dividend / divisor;
        boolean below = dividend < 0 != divisor < 0 && quotient * divisor != dividend;
        return below ? quotient - 1 : quotient;
    }

    public static long floorDiv(long dividend, int divisor) {
        return floorDiv(dividend, (long) divisor);
    }

    public static long floorDiv(long dividend, long divisor) {
        long quotient = dividend / divisor;
        boolean below = dividend < 0 != divisor < 0 && quotient * divisor != dividend;
        return below ? quotient - 1 : quotient;
    }

    public static int floorMod(int dividend, int divisor) {
        int remainder = dividend % divisor;
        return remainder != 0 && remainder < 0 != divisor < 0 ? remainder + divisor : remainder;
    }

    public static int floorMod(long dividend, int divisor) {
        return (int) floorMod(dividend, (long) divisor);
    }

    public static long floorMod(long dividend, long divisor) {
        long remainder = dividend % divisor;
        return remainder != 0 && remainder < 0 != divisor < 0 ? remainder + divisor : remainder;
    }

    public static double signum(double number) {
        if (number > 0.0) {
            return 1.0;
        }
        return number < 0.0 ? -1.0 : number;
    }

    public static float signum(float number) {
        if (number > 0.0f) {
            return 1.0f;
        }
        return number < 0.0f ? -1.0f : number;
    }

    public static double copySign(double magnitude, double sign) {
        double positive = abs(magnitude);
        return sign < 0.0 || sign == 0.0 && 1.0 / sign < 0.0 ? -positive : positive;
    }

    public static float copySign(float magnitude, float sign) {
        float positive = abs(magnitude);
        return sign < 0.0f || sign == 0.0f && 1.0f / sign < 0.0f ? -positive : positive;
    }

    /** The integer next to a number in the direction of zero, with the sign of the number. */
    private static double truncate(double number) {
        if (!(abs(number) < INTEGERS)) {
            return number;
        }
        return copySign((double) (long) number, number);
    }

    public static double floor(double number) {
        double truncated = truncate(number);
        return truncated > number ? truncated - 1.0 : truncated;
    }

    public static double ceil(double number) {
        double truncated = truncate(number);
        return truncated < number ? copySign(truncated + 1.0, number) : truncated;
    }

    public static double rint(double number) {
        double magnitude = abs(number);
        if (!(magnitude < INTEGERS)) {
            return number;
        }
        return copySign(magnitude + INTEGERS - INTEGERS, number);
    }

    public static long round(double number) {
        double below = floor(number);
        return (long) (number - below >= 0.5 ? below + 1.0 : below);
    }

    public static int round(float number) {
        double below = floor(number);
        return (int) (number - below >= 0.5 ? below + 1.0 : below);
    }

    public static double random() {
        return Choices.between(0L, (1L << 53) - 1) * (1.0 / (1L << 53));
    }

    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    public static native double sqrt(double number);

    public static native double cbrt(double number);

    /** Exact where base, exponent and result are integers or the result is a power of two; else native. */
    public static double pow(double base, double exponent) {
        if (exponent == 0.0) {
            return 1.0;
        }
        if (exponent == 1.0 || base != base) {
            return base;
        }
        if (base == rint(base) && exponent == rint(exponent) && abs(exponent) <= Double.MAX_VALUE) {
            double count = abs(base) <= 1.0 ? 2.0 - abs(exponent) % 2.0 : abs(exponent);
            double product = 1.0;
            while (count > 0.0 && abs(product) <= INTEGERS * 2.0) {
                product *= base;
                count -= 1.0;
            }
            if (abs(product) <= INTEGERS * 2.0 && (exponent > 0.0 || product == 0.0 || isPowerOfTwo(abs(product)))) {
                return exponent > 0.0 ? product : 1.0 / product;
            }
        }
        return StrictMath.pow(base, exponent);
    }

    private static boolean isPowerOfTwo(double number) {
        double rest = number;
        while (rest > 1.0) {
            rest *= 0.5;
        }
        return rest == 1.0;
    }

    public static native double exp(double number);

    public static native double expm1(double number);

    public static native double log(double number);

    public static native double log10(double number);

    public static native double log1p(double number);

    public static native double sin(double radians);

    public static native double cos(double radians);

    public static native double tan(double radians);

    public static native double asin(double number);

    public static native double acos(double number);

    public static native double atan(double number);

    public static native double atan2(double y, double x);

    public static native double sinh(double number);

    public static native double cosh(double number);

    public static native double tanh(double number);

    public static native double hypot(double x, double y);

    public static native double fma(double left, double right, double addend);

    public static native double IEEEremainder(double dividend, double divisor);
}
