package vexil;

/**
 * The decimal notation of floating-point numbers.
 *
 * <p>A quotient of two integers that are exactly representable is correctly rounded, so most numbers that people write
 * down need no more than one division; the natives are for the others. (Up to version 18 the JDK does not always give
 * the shortest notation of a number from 2^53 on, or of a float from 2^24 on.)
 */
public final class Decimals {
    private static final long DOUBLE_INTEGERS = 1L << 53;
    /** Below this a product with a power of ten is precise enough to be rounded to the nearest integer. */
    private static final long DOUBLE_PRODUCTS = 1L << 50;
    private static final long FLOAT_INTEGERS = 1L << 24;

    private Decimals() {
    }

    /** The result of Double.toString for a positive finite number. */
    private static native String text(double number);

    /** The result of Float.toString for a positive finite number. */
    private static native String text(float number);

    /** The double nearest to a number in the form of digits, perhaps a point and digits, perhaps E and an exponent. */
    private static native double nearestDouble(String text);

    /** The float nearest to a number in the form of digits, perhaps a point and digits, perhaps E and an exponent. */
    private static native float nearestFloat(String text);

    public static String toString(double number) {
        if (number != number) {
            return "NaN";
        }
        if (number < 0.0 || number == 0.0 && 1.0 / number < 0.0) {
            return "-" + toString(-number);
        }
        if (number == Double.POSITIVE_INFINITY) {
            return "Infinity";
        }
        if (number < DOUBLE_INTEGERS && number == (long) number) {
            return layout((long) number, 0);
        }
        double scale = 10.0;
        for (int places = 1; places <= 22 && number * scale < DOUBLE_PRODUCTS; places++) {
            long digits = (long) Math.rint(number * scale);
            if (digits / scale == number) {
                return layout(digits, places);
            }
            scale *= 10.0;
        }
        return text(number);
    }

    public static String toString(float number) {
        if (number != number) {
            return "NaN";
        }
        if (number < 0.0f || number == 0.0f && 1.0f / number < 0.0f) {
            return "-" + toString(-number);
        }
        if (number == Float.POSITIVE_INFINITY) {
            return "Infinity";
        }
        if (number < FLOAT_INTEGERS && number == (int) number) {
            return layout((int) number, 0);
        }
        float scale = 10.0f;
        for (int places = 1; places <= 10 && (double) number * scale < FLOAT_INTEGERS; places++) {
            int digits = (int) Math.rint((double) number * scale);
            if (digits / scale == number) {
                return layout(digits, places);
            }
            scale *= 10.0f;
        }
        return text(number);
    }

    /** Ten to a power up to 22, which is exact. */
    private static double power(int exponent) {
        double result = 1.0;
        for (int i = 0; i < exponent; i++) {
            result *= 10.0;
        }
        return result;
    }

    /** The notation of digits / 10^places: plain from 0.001 up to ten million, else with an exponent. */
    private static String layout(long digits, int places) {
        if (digits == 0) {
            return "0.0";
        }
        String text = Long.toString(digits);
        int exponent = text.length() - places - 1;
        if (exponent >= 7 || exponent < -3) {
            int last = text.length();
            while (last > 1 && text.charAt(last - 1) == '0') {
                last--;
            }
            String fraction = last == 1 ? "0" : text.substring(1, last);
            return text.charAt(0) + "." + fraction + "E" + exponent;
        }
        if (places == 0) {
            return text + ".0";
        }
        if (exponent < 0) {
            return "0." + "0".repeat(-exponent - 1) + text;
        }
        return text.substring(0, exponent + 1) + "." + text.substring(exponent + 1);
    }

    public static double parseDouble(String input) {
        String text = input.trim();
        if (isHexadecimal(text)) {
            throw Approximations.unmodelled("hexadecimal floating-point numbers in strings");
        }
        String number = number(text);
        double result;
        if (number.equals("NaN")) {
            return Double.NaN;
        } else if (number.equals("Infinity")) {
            result = Double.POSITIVE_INFINITY;
        } else {
            int exponent = exponent(number);
            long digits = digits(number, DOUBLE_INTEGERS);
            if (digits < 0 || exponent < -22 || exponent > 22) {
                result = nearestDouble(number);
            } else {
                double scale = power(Math.abs(exponent));
                result = exponent < 0 ? digits / scale : digits * scale;
            }
        }
        return text.charAt(0) == '-' ? -result : result;
    }

    public static float parseFloat(String input) {
        String text = input.trim();
        if (isHexadecimal(text)) {
            throw Approximations.unmodelled("hexadecimal floating-point numbers in strings");
        }
        String number = number(text);
        float result;
        if (number.equals("NaN")) {
            return Float.NaN;
        } else if (number.equals("Infinity")) {
            result = Float.POSITIVE_INFINITY;
        } else {
            int exponent = exponent(number);
            long digits = digits(number, FLOAT_INTEGERS);
            if (digits < 0 || exponent < -10 || exponent > 10) {
                result = nearestFloat(number);
            } else {
                float scale = (float) power(Math.abs(exponent));
                result = exponent < 0 ? digits / scale : digits * scale;
            }
        }
        return text.charAt(0) == '-' ? -result : result;
    }

    private static boolean isHexadecimal(String text) {
        int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        return text.startsWith("0x", start) || text.startsWith("0X", start);
    }

    /** The number without sign, white space and type letter, when it is one (Double.valueOf describes the syntax). */
    private static String number(String text) {
        if (text.isEmpty()) {
            throw new NumberFormatException("empty String");
        }
        int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        String rest = text.substring(start);
        if (rest.equals("NaN") || rest.equals("Infinity")) {
            return rest;
        }
        int whole = skipDigits(text, start);
        int next = whole;
        int count = whole - start;
        if (next < text.length() && text.charAt(next) == '.') {
            next = skipDigits(text, whole + 1);
            count = next - start - 1;
            if (next < text.length() && text.charAt(next) == '.') {
                throw new NumberFormatException("multiple points");
            }
        }
        boolean valid = count > 0;
        if (next < text.length() && (text.charAt(next) == 'e' || text.charAt(next) == 'E')) {
            int sign = text.startsWith("-", next + 1) || text.startsWith("+", next + 1) ? 1 : 0;
            int end = skipDigits(text, next + 1 + sign);
            valid = valid && end > next + 1 + sign;
            next = end;
        }
        int letter = next < text.length() && "fFdD".indexOf(text.charAt(next)) >= 0 ? 1 : 0;
        if (!valid || next + letter < text.length()) {
            throw new NumberFormatException("For input string: \"" + text + "\"");
        }
        return text.substring(start, next);
    }

    private static int skipDigits(String text, int start) {
        int next = start;
        while (next < text.length() && text.charAt(next) >= '0' && text.charAt(next) <= '9') {
            next++;
        }
        return next;
    }

    /** All digits before the exponent as one number, or -1 when it is above the limit. */
    private static long digits(String number, long limit) {
        long result = 0;
        for (int i = 0; i < number.length() && number.charAt(i) != 'e' && number.charAt(i) != 'E'; i++) {
            if (number.charAt(i) != '.') {
                result = result * 10 + number.charAt(i) - '0';
                if (result > limit) {
                    return -1;
                }
            }
        }
        return result;
    }

    /** The power of ten that the digits are to be multiplied by; beyond 9999 only that it is beyond. */
    private static int exponent(String number) {
        int point = number.indexOf('.');
        int end = Math.max(number.indexOf('e'), number.indexOf('E'));
        int fraction = point < 0 ? 0 : (end < 0 ? number.length() : end) - point - 1;
        if (end < 0) {
            return -fraction;
        }
        boolean negative = number.charAt(end + 1) == '-';
        int exponent = 0;
        for (int i = end + 1; i < number.length() && exponent < 9999; i++) {
            if (number.charAt(i) >= '0') {
                exponent = exponent * 10 + number.charAt(i) - '0';
            }
        }
        return (negative ? -exponent : exponent) - fraction;
    }
}
