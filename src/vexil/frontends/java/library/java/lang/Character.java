package java.lang;

import vexil.Approximations;
import vexil.Boxes;

/**
 * A char in an object, and the static methods about characters.
 *
 * <p>Letters and their case are known for Latin-1 only; digits for the characters that are one char; white space for
 * all.
 */
public final class Character implements java.io.Serializable, Comparable<Character> {
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final char MIN_HIGH_SURROGATE = '\ud800';
    public static final char MAX_HIGH_SURROGATE = '\udbff';
    public static final char MIN_LOW_SURROGATE = '\udc00';
    public static final char MAX_LOW_SURROGATE = '\udfff';
    public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
    public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
    public static final int MIN_CODE_POINT = 0;
    public static final int MAX_CODE_POINT = 0x10ffff;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    /** The zeros of all scripts after Latin; the digits up to nine follow each. */
    private static final String ZEROS =
            "\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66"
            + "\u0de6\u0e50\u0ed0\u0f20\u1040\u1090\u17e0\u1810\u1946\u19d0\u1a80\u1a90"
            + "\u1b50\u1bb0\u1c40\u1c50\ua620\ua8d0\ua900\ua9d0\ua9f0\uaa50\uabf0\uff10";

    private final char value;

    @Deprecated
    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char value) {
        if (value <= 127) {
            return Boxes.sharedCharacter(value);
        }
        return new Character(value);
    }

    public char charValue() {
        return value;
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(char value) {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Character && ((Character) other).value == value;
    }

    public int compareTo(Character other) {
        return value - other.value;
    }

    public static int compare(char left, char right) {
        return left - right;
    }

    public String toString() {
        return String.valueOf(value);
    }

    public static String toString(char character) {
        return String.valueOf(character);
    }

    public static String toString(int codePoint) {
        return new String(toChars(codePoint));
    }

    public static boolean isDigit(char character) {
        return zeroOf(character) != 0;
    }

    public static boolean isDigit(int codePoint) {
        return isDigit(known(codePoint));
    }

    /** The zero that belongs to a decimal digit, or 0 for another character. */
    private static char zeroOf(char character) {
        if (character >= '0' && character <= '9') {
            return '0';
        }
        if (character >= '\u0660') {
            for (int i = 0; i < ZEROS.length(); i++) {
                char zero = ZEROS.charAt(i);
                if (character >= zero && character <= zero + 9) {
                    return zero;
                }
            }
        }
        return '\0';
    }

    /** The character of a code point up to U+FFFF. */
    private static char known(int codePoint) {
        if (!isBmpCodePoint(codePoint)) {
            throw Approximations.unmodelled("properties of characters above U+FFFF");
        }
        return (char) codePoint;
    }

    private static void requireLatin(char character) {
        if (character > '\u00ff') {
            throw Approximations.unmodelled("letters and their case outside of Latin-1");
        }
    }

    public static int digit(char character, int radix) {
        int number = -1;
        char zero = zeroOf(character);
        if (zero != 0) {
            number = character - zero;
        } else if (character >= 'a' && character <= 'z') {
            number = character - 'a' + 10;
        } else if (character >= 'A' && character <= 'Z') {
            number = character - 'A' + 10;
        } else if (character >= '\uff21' && character <= '\uff3a') {
            number = character - '\uff21' + 10;
        } else if (character >= '\uff41' && character <= '\uff5a') {
            number = character - '\uff41' + 10;
        }
        return number < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? number : -1;
    }

    public static int digit(int codePoint, int radix) {
        return digit(known(codePoint), radix);
    }

    public static char forDigit(int digit, int radix) {
        if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }

    public static int getNumericValue(char character) {
        requireLatin(character);
        if (character == '\u00b2' || character == '\u00b3') {
            return character - '\u00b0';
        }
        if (character == '\u00b9') {
            return 1;
        }
        if (character >= '\u00bc' && character <= '\u00be') {
            return -2;
        }
        return digit(character, MAX_RADIX);
    }

    public static int getNumericValue(int codePoint) {
        return getNumericValue(known(codePoint));
    }

    public static boolean isLetter(char character) {
        return isUpperCase(character) || isLowerCase(character);
    }

    public static boolean isLetter(int codePoint) {
        return isLetter(known(codePoint));
    }

    public static boolean isAlphabetic(int codePoint) {
        return isLetter(known(codePoint));
    }

    public static boolean isLetterOrDigit(char character) {
        return isDigit(character) || isLetter(character);
    }

    public static boolean isLetterOrDigit(int codePoint) {
        return isLetterOrDigit(known(codePoint));
    }

    public static boolean isJavaIdentifierStart(char character) {
        return isLetter(character) || character == '$' || character == '_'
                || character >= '\u00a2' && character <= '\u00a5';
    }

    public static boolean isJavaIdentifierPart(char character) {
        return isJavaIdentifierStart(character) || isDigit(character) || isIdentifierIgnorable(character);
    }

    public static boolean isIdentifierIgnorable(char character) {
        requireLatin(character);
        return character <= '\u0008' || character >= '\u000e' && character <= '\u001b'
                || character >= '\u007f' && character <= '\u009f' || character == '\u00ad';
    }

    public static boolean isUpperCase(char character) {
        requireLatin(character);
        return character >= 'A' && character <= 'Z'
                || character >= '\u00c0' && character <= '\u00de' && character != '\u00d7';
    }

    public static boolean isUpperCase(int codePoint) {
        return isUpperCase(known(codePoint));
    }

    public static boolean isLowerCase(char character) {
        requireLatin(character);
        return character >= 'a' && character <= 'z'
                || character >= '\u00df' && character != '\u00f7'
                || character == '\u00aa' || character == '\u00b5' || character == '\u00ba';
    }

    public static boolean isLowerCase(int codePoint) {
        return isLowerCase(known(codePoint));
    }

    public static boolean isTitleCase(char character) {
        requireLatin(character);
        return false;
    }

    public static char toUpperCase(char character) {
        requireLatin(character);
        if (character == '\u00b5') {
            return '\u039c';
        }
        if (character == '\u00ff') {
            return '\u0178';
        }
        if (!isLowerCase(character) || character == '\u00aa' || character == '\u00ba' || character == '\u00df') {
            return character;
        }
        return (char) (character - 32);
    }

    public static int toUpperCase(int codePoint) {
        return toUpperCase(known(codePoint));
    }

    public static char toTitleCase(char character) {
        return toUpperCase(character);
    }

    public static char toLowerCase(char character) {
        if (character == '\u039c') {
            return '\u03bc';
        }
        if (character == '\u0178') {
            return '\u00ff';
        }
        return isUpperCase(character) ? (char) (character + 32) : character;
    }

    public static int toLowerCase(int codePoint) {
        return toLowerCase(known(codePoint));
    }

    public static boolean isWhitespace(char character) {
        return character >= '\t' && character <= '\r'
                || character >= '\u001c' && character <= '\u001f'
                || isSpaceChar(character) && character != '\u00a0' && character != '\u2007' && character != '\u202f';
    }

    public static boolean isWhitespace(int codePoint) {
        return isBmpCodePoint(codePoint) && isWhitespace((char) codePoint);
    }

    public static boolean isSpaceChar(char character) {
        return character == ' ' || character == '\u00a0' || character == '\u1680'
                || character >= '\u2000' && character <= '\u200a'
                || character == '\u2028' || character == '\u2029' || character == '\u202f'
                || character == '\u205f' || character == '\u3000';
    }

    public static boolean isSpaceChar(int codePoint) {
        return isBmpCodePoint(codePoint) && isSpaceChar((char) codePoint);
    }

    public static boolean isISOControl(char character) {
        return isISOControl((int) character);
    }

    public static boolean isISOControl(int codePoint) {
        return codePoint >= 0 && codePoint <= 0x1f || codePoint >= 0x7f && codePoint <= 0x9f;
    }

    public static boolean isValidCodePoint(int codePoint) {
        return codePoint >= 0 && codePoint <= MAX_CODE_POINT;
    }

    public static boolean isBmpCodePoint(int codePoint) {
        return codePoint >= 0 && codePoint <= 0xffff;
    }

    public static boolean isSupplementaryCodePoint(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT && codePoint <= MAX_CODE_POINT;
    }

    public static boolean isHighSurrogate(char character) {
        return character >= MIN_HIGH_SURROGATE && character <= MAX_HIGH_SURROGATE;
    }

    public static boolean isLowSurrogate(char character) {
        return character >= MIN_LOW_SURROGATE && character <= MAX_LOW_SURROGATE;
    }

    public static boolean isSurrogate(char character) {
        return character >= MIN_SURROGATE && character <= MAX_SURROGATE;
    }

    public static boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    public static int charCount(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
    }

    public static int toCodePoint(char high, char low) {
        return MIN_SUPPLEMENTARY_CODE_POINT + ((high - MIN_HIGH_SURROGATE << 10) + (low - MIN_LOW_SURROGATE));
    }

    public static char highSurrogate(int codePoint) {
        return (char) (MIN_HIGH_SURROGATE + (codePoint - MIN_SUPPLEMENTARY_CODE_POINT >>> 10));
    }

    public static char lowSurrogate(int codePoint) {
        return (char) (MIN_LOW_SURROGATE + (codePoint & 0x3ff));
    }

    public static int codePointAt(CharSequence text, int index) {
        char first = text.charAt(index);
        if (isHighSurrogate(first) && index + 1 < text.length() && isLowSurrogate(text.charAt(index + 1))) {
            return toCodePoint(first, text.charAt(index + 1));
        }
        return first;
    }

    public static int codePointAt(char[] text, int index) {
        return codePointAt(text, index, text.length);
    }

    public static int codePointAt(char[] text, int index, int limit) {
        if (index >= limit || limit < 0 || limit > text.length) {
            throw new IndexOutOfBoundsException();
        }
        char first = text[index];
        if (isHighSurrogate(first) && index + 1 < limit && isLowSurrogate(text[index + 1])) {
            return toCodePoint(first, text[index + 1]);
        }
        return first;
    }

    public static int codePointBefore(char[] text, int index, int start) {
        if (index <= start || start < 0 || index > text.length) {
            throw new IndexOutOfBoundsException();
        }
        char last = text[index - 1];
        if (isLowSurrogate(last) && index - 1 > start && isHighSurrogate(text[index - 2])) {
            return toCodePoint(text[index - 2], last);
        }
        return last;
    }

    public static char[] toChars(int codePoint) {
        checkCodePoint(codePoint);
        char[] characters = new char[charCount(codePoint)];
        toChars(codePoint, characters, 0);
        return characters;
    }

    public static int toChars(int codePoint, char[] target, int index) {
        checkCodePoint(codePoint);
        if (codePoint < MIN_SUPPLEMENTARY_CODE_POINT) {
            target[index] = (char) codePoint;
            return 1;
        }
        target[index + 1] = lowSurrogate(codePoint);
        target[index] = highSurrogate(codePoint);
        return 2;
    }

    private static void checkCodePoint(int codePoint) {
        if (!isValidCodePoint(codePoint)) {
            throw new IllegalArgumentException(
                    "Not a valid Unicode code point: 0x" + Integer.toHexString(codePoint).toUpperCase());
        }
    }

    public static char reverseBytes(char character) {
        return (char) (character >> 8 | character << 8);
    }
}
