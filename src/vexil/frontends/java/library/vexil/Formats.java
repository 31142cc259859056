package vexil;

import java.util.IllegalFormatConversionException;
import java.util.MissingFormatArgumentException;
import java.util.UnknownFormatConversionException;

/**
 * Format strings as of java.util.Formatter, with the conversions b, c, d, f, h, n, o, s, x and % in English.
 *
 * <p>Other conversions, and combinations of flags that the JDK refuses, are not modelled. A specifier is looked at when
 * its turn comes, not all before the first argument is converted.
 */
public final class Formats {
    private static final String FLAGS = "-#+ 0,(";

    private final String specifier;
    private final char conversion;
    private final String flags;
    private final int width;
    private final int precision;

    private Formats(String specifier, String flags, int width, int precision) {
        this.specifier = specifier;
        this.conversion = specifier.charAt(specifier.length() - 1);
        this.flags = flags;
        this.width = width;
        this.precision = precision;
    }

    public static String format(String format, Object... arguments) {
        StringBuilder result = new StringBuilder();
        int ordinary = 0;
        int next = 0;
        while (next < format.length()) {
            int start = format.indexOf('%', next);
            if (start < 0) {
                start = format.length();
            }
            result.append(format, next, start);
            next = start;
            if (start < format.length()) {
                int number = number(format, start + 1);
                int afterNumber = skipDigits(format, start + 1);
                boolean indexed = number > 0 && format.startsWith("$", afterNumber);
                Formats element = parse(format, start, indexed ? afterNumber + 1 : start + 1);
                next = start + element.specifier.length();
                if (element.conversion == 'n') {
                    result.append('\n');
                } else if (element.conversion == '%') {
                    result.append(element.padded("%"));
                } else {
                    int index = indexed ? number - 1 : ordinary++;
                    if (arguments != null && index >= arguments.length) {
                        throw new MissingFormatArgumentException(element.specifier);
                    }
                    result.append(element.convert(arguments == null ? null : arguments[index]));
                }
            }
        }
        return result.toString();
    }

    private static int skipDigits(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private static int number(String text, int start) {
        int end = skipDigits(text, start);
        return end == start ? -1 : Integer.parseInt(text.substring(start, end));
    }

    private static Formats parse(String format, int start, int afterIndex) {
        int next = afterIndex;
        while (next < format.length() && FLAGS.indexOf(format.charAt(next)) >= 0) {
            next++;
        }
        String flags = format.substring(afterIndex, next);
        int width = number(format, next);
        next = skipDigits(format, next);
        int precision = -1;
        if (next < format.length() && format.charAt(next) == '.') {
            precision = number(format, next + 1);
            next = skipDigits(format, next + 1);
        }
        if (next >= format.length()) {
            throw new UnknownFormatConversionException("%");
        }
        char conversion = format.charAt(next);
        if ("bBcCdfhHnosSxX%".indexOf(conversion) < 0) {
            if ("eEgGaAtT<".indexOf(conversion) >= 0) {
                throw Approximations.unmodelled("formats with e, g, a, t or <");
            }
            throw new UnknownFormatConversionException(String.valueOf(conversion));
        }
        return new Formats(format.substring(start, next + 1), flags, width, precision);
    }

    private boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    private String padded(String text) {
        if (has('-') && width < 0) {
            throw Approximations.unmodelled("malformed formats");
        }
        int missing = width - text.length();
        if (missing <= 0) {
            return text;
        }
        String blanks = " ".repeat(missing);
        return has('-') ? text + blanks : blanks + text;
    }

    private String convert(Object argument) {
        switch (conversion) {
            case 'd':
            case 'o':
            case 'x':
                return padded(argument == null ? "null" : integral(argument));
            case 'X':
                return padded(argument == null ? "NULL" : integral(argument).toUpperCase());
            case 'f':
                return padded(argument == null ? "null" : fractional(argument));
            case 'c':
            case 'C':
                checkText();
                return padded(upper(argument == null ? "null" : character(argument)));
            case 'b':
            case 'B':
                checkText();
                boolean truth = argument instanceof Boolean ? (Boolean) argument : argument != null;
                return padded(upper(cut(String.valueOf(truth))));
            case 'h':
            case 'H':
                checkText();
                return padded(upper(cut(argument == null ? "null" : Integer.toHexString(argument.hashCode()))));
            default:
                checkText();
                return padded(upper(cut(String.valueOf(argument))));
        }
    }

    private void checkText() {
        if (!flags.isEmpty() && !flags.equals("-")) {
            throw Approximations.unmodelled("malformed formats");
        }
    }

    private String upper(String text) {
        return conversion >= 'A' && conversion <= 'Z' ? text.toUpperCase() : text;
    }

    private String cut(String text) {
        return precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
    }

    private RuntimeException refused(Object argument) {
        return new IllegalFormatConversionException(conversion, argument.getClass());
    }

    private String character(Object argument) {
        if (argument instanceof Character) {
            return argument.toString();
        }
        if (argument instanceof Integer || argument instanceof Short || argument instanceof Byte) {
            int point = ((Number) argument).intValue();
            if (!Character.isValidCodePoint(point)) {
                throw Approximations.unmodelled("malformed formats");
            }
            return Character.toString(point);
        }
        throw refused(argument);
    }

    private String integral(Object argument) {
        boolean isLong = argument instanceof Long;
        if (!isLong && !(argument instanceof Integer || argument instanceof Short || argument instanceof Byte)) {
            throw refused(argument);
        }
        if (precision >= 0) {
            throw Approximations.unmodelled("malformed formats");
        }
        long number = ((Number) argument).longValue();
        if (conversion == 'd') {
            return signed(number < 0, Long.toString(number).substring(number < 0 ? 1 : 0));
        }
        if (!isLong) {
            number &= argument instanceof Integer ? 0xffffffffL : argument instanceof Short ? 0xffffL : 0xffL;
        }
        String prefix = !has('#') ? "" : conversion == 'o' ? "0" : "0x";
        String digits = conversion == 'o' ? Long.toOctalString(number) : Long.toHexString(number);
        int zeros = has('0') ? width - prefix.length() - digits.length() : 0;
        return prefix + "0".repeat(Math.max(zeros, 0)) + digits;
    }

    /** A number in digits with its sign, groups and leading zeros as the flags say. */
    private String signed(boolean negative, String magnitude) {
        String text = has(',') ? grouped(magnitude) : magnitude;
        String before = negative ? (has('(') ? "(" : "-") : has('+') ? "+" : has(' ') ? " " : "";
        String after = negative && has('(') ? ")" : "";
        int zeros = has('0') ? width - before.length() - text.length() - after.length() : 0;
        return before + "0".repeat(Math.max(zeros, 0)) + text + after;
    }

    private static String grouped(String digits) {
        int point = digits.indexOf('.');
        StringBuilder result = new StringBuilder(digits);
        for (int i = (point < 0 ? digits.length() : point) - 3; i > 0; i -= 3) {
            result.insert(i, ',');
        }
        return result.toString();
    }

    private String fractional(Object argument) {
        if (!(argument instanceof Double || argument instanceof Float)) {
            throw refused(argument);
        }
        double number = ((Number) argument).doubleValue();
        if (number != number) {
            return "NaN";
        }
        String text = Double.toString(number);
        boolean negative = text.charAt(0) == '-';
        String magnitude = negative ? text.substring(1) : text;
        if (magnitude.equals("Infinity")) {
            return negative ? (has('(') ? "(Infinity)" : "-Infinity") : has('+') ? "+Infinity" : magnitude;
        }
        return signed(negative, rounded(magnitude, precision < 0 ? 6 : precision));
    }

    /** A number as Double.toString writes it, with so many places after the point; halves are rounded up. */
    private static String rounded(String number, int places) {
        int mark = number.indexOf('E');
        int exponent = mark < 0 ? 0 : Integer.parseInt(number.substring(mark + 1));
        String mantissa = mark < 0 ? number : number.substring(0, mark);
        int point = mantissa.indexOf('.');
        String digits = "0".repeat(Math.max(1 - point - exponent, 1)) + mantissa.replace(".", "");
        int whole = digits.length() - mantissa.length() + 1 + point + exponent;
        String exact = digits + "0".repeat(Math.max(whole + places + 1 - digits.length(), 0));
        char[] kept = exact.substring(0, whole + places).toCharArray();
        if (exact.charAt(kept.length) >= '5') {
            int i = kept.length - 1;
            while (kept[i] == '9') {
                kept[i] = '0';
                i--;
            }
            kept[i]++;
        }
        String result = new String(kept);
        int leading = 0;
        while (leading < whole - 1 && kept[leading] == '0') {
            leading++;
        }
        return result.substring(leading, whole) + (places == 0 ? "" : "." + result.substring(whole));
    }
}
