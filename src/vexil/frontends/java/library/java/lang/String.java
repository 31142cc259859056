package java.lang;

import java.util.Comparator;
import vexil.Formats;
import vexil.Patterns;
import vexil.Strings;

/**
 * Strings as arrays of characters that never change.
 *
 * <p>Upper and lower case are known for Latin-1 only, regular expressions only as far as vexil.Patterns goes, byte
 * encodings only as UTF-8. An index out of range is always reported as for a Latin-1 string; the hash code is not
 * remembered.
 */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    public static final Comparator<String> CASE_INSENSITIVE_ORDER = new IgnoreCase();

    private final char[] value;

    private static class IgnoreCase implements Comparator<String>, java.io.Serializable {
        public int compare(String left, String right) {
            return left.compareToIgnoreCase(right);
        }
    }

    public String() {
        this.value = new char[0];
    }

    public String(String original) {
        this.value = original.value;
    }

    public String(char[] characters) {
        this(characters, 0, characters.length);
    }

    public String(char[] characters, int offset, int count) {
        checkCount(offset, count, characters.length);
        char[] copy = new char[count];
        for (int i = 0; i < count; i++) {
            copy[i] = characters[offset + i];
        }
        this.value = copy;
    }

    public String(int[] codePoints, int offset, int count) {
        checkCount(offset, count, codePoints.length);
        int size = 0;
        for (int i = offset; i < offset + count; i++) {
            if (!Character.isValidCodePoint(codePoints[i])) {
                throw new IllegalArgumentException(Integer.toString(codePoints[i]));
            }
            size += Character.charCount(codePoints[i]);
        }
        char[] characters = new char[size];
        int next = 0;
        for (int i = offset; i < offset + count; i++) {
            next += Character.toChars(codePoints[i], characters, next);
        }
        this.value = characters;
    }

    public String(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public String(byte[] bytes, int offset, int count) {
        checkCount(offset, count, bytes.length);
        this.value = Strings.decode(bytes, offset, count);
    }

    public String(StringBuffer buffer) {
        this.value = buffer.toString().value;
    }

    public String(StringBuilder builder) {
        this.value = builder.toString().value;
    }

    private static void checkCount(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            throw new StringIndexOutOfBoundsException(
                    "offset " + offset + ", count " + count + ", length " + length);
        }
    }

    private static void checkRange(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw new StringIndexOutOfBoundsException("begin " + begin + ", end " + end + ", length " + length);
        }
    }

    public int length() {
        return value.length;
    }

    public boolean isEmpty() {
        return value.length == 0;
    }

    public char charAt(int index) {
        if (index < 0 || index >= value.length) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return value[index];
    }

    public int codePointAt(int index) {
        if (index < 0 || index >= value.length) {
            throw new StringIndexOutOfBoundsException("index " + index + ", length " + value.length);
        }
        return Character.codePointAt(value, index, value.length);
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > value.length) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return Character.codePointBefore(value, index, 0);
    }

    public int codePointCount(int begin, int end) {
        if (begin < 0 || begin > end || end > value.length) {
            throw new IndexOutOfBoundsException();
        }
        int count = 0;
        for (int i = begin; i < end; i++) {
            if (Character.isHighSurrogate(value[i]) && i + 1 < end && Character.isLowSurrogate(value[i + 1])) {
                i++;
            }
            count++;
        }
        return count;
    }

    public void getChars(int begin, int end, char[] target, int targetBegin) {
        checkRange(begin, end, value.length);
        checkCount(targetBegin, end - begin, target.length);
        for (int i = begin; i < end; i++) {
            target[targetBegin + i - begin] = value[i];
        }
    }

    public byte[] getBytes() {
        return Strings.encode(value);
    }

    public char[] toCharArray() {
        char[] copy = new char[value.length];
        for (int i = 0; i < value.length; i++) {
            copy[i] = value[i];
        }
        return copy;
    }

    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof String)) {
            return false;
        }
        char[] theirs = ((String) other).value;
        if (value.length != theirs.length) {
            return false;
        }
        for (int i = 0; i < value.length; i++) {
            if (value[i] != theirs[i]) {
                return false;
            }
        }
        return true;
    }

    public boolean contentEquals(CharSequence other) {
        if (value.length != other.length()) {
            return false;
        }
        for (int i = 0; i < value.length; i++) {
            if (value[i] != other.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public boolean contentEquals(StringBuffer other) {
        return contentEquals((CharSequence) other);
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null && value.length == other.value.length && regionMatches(true, 0, other, 0, value.length);
    }

    public int compareTo(String other) {
        int shared = Math.min(value.length, other.value.length);
        for (int i = 0; i < shared; i++) {
            if (value[i] != other.value[i]) {
                return value[i] - other.value[i];
            }
        }
        return value.length - other.value.length;
    }

    public int compareToIgnoreCase(String other) {
        int shared = Math.min(value.length, other.value.length);
        for (int i = 0; i < shared; i++) {
            if (value[i] != other.value[i]) {
                int difference = folded(value[i]) - folded(other.value[i]);
                if (difference != 0) {
                    return difference;
                }
            }
        }
        return value.length - other.value.length;
    }

    private static char folded(char character) {
        return Character.toLowerCase(Character.toUpperCase(character));
    }

    public boolean regionMatches(int offset, String other, int otherOffset, int count) {
        return regionMatches(false, offset, other, otherOffset, count);
    }

    public boolean regionMatches(boolean ignoreCase, int offset, String other, int otherOffset, int count) {
        if (otherOffset < 0 || offset < 0 || offset > (long) value.length - count
                || otherOffset > (long) other.value.length - count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            char mine = value[offset + i];
            char theirs = other.value[otherOffset + i];
            if (mine != theirs && !(ignoreCase && folded(mine) == folded(theirs))) {
                return false;
            }
        }
        return true;
    }

    public boolean startsWith(String prefix, int offset) {
        return regionMatches(false, offset, prefix, 0, prefix.value.length);
    }

    public boolean startsWith(String prefix) {
        return startsWith(prefix, 0);
    }

    public boolean endsWith(String suffix) {
        return startsWith(suffix, value.length - suffix.value.length);
    }

    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < value.length; i++) {
            hash = 31 * hash + value[i];
        }
        return hash;
    }

    public int indexOf(int character) {
        return indexOf(character, 0);
    }

    public int indexOf(int character, int from) {
        for (int i = Math.max(from, 0); i < value.length; i++) {
            if (isAt(character, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(int character) {
        return lastIndexOf(character, value.length - 1);
    }

    public int lastIndexOf(int character, int from) {
        for (int i = Math.min(from, value.length - 1); i >= 0; i--) {
            if (isAt(character, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isAt(int character, int index) {
        if (character < 0x10000) {
            return value[index] == character;
        }
        return Character.isValidCodePoint(character)
                && value[index] == Character.highSurrogate(character)
                && index + 1 < value.length
                && value[index + 1] == Character.lowSurrogate(character);
    }

    public int indexOf(String text) {
        return indexOf(text, 0);
    }

    public int indexOf(String text, int from) {
        int start = Math.max(from, 0);
        if (text.value.length == 0) {
            return Math.min(start, value.length);
        }
        for (int i = start; i <= value.length - text.value.length; i++) {
            if (startsWith(text, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String text) {
        return lastIndexOf(text, value.length);
    }

    public int lastIndexOf(String text, int from) {
        for (int i = Math.min(from, value.length - text.value.length); i >= 0; i--) {
            if (startsWith(text, i)) {
                return i;
            }
        }
        return -1;
    }

    public boolean contains(CharSequence text) {
        return indexOf(text.toString()) >= 0;
    }

    public String substring(int begin) {
        return substring(begin, value.length);
    }

    public String substring(int begin, int end) {
        checkRange(begin, end, value.length);
        if (begin == 0 && end == value.length) {
            return this;
        }
        return begin == end ? "" : new String(value, begin, end - begin);
    }

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public String concat(String other) {
        if (other.value.length == 0) {
            return this;
        }
        return Strings.concat(this, other);
    }

    public String replace(char old, char replacement) {
        if (old == replacement || indexOf(old) < 0) {
            return this;
        }
        char[] copy = toCharArray();
        for (int i = 0; i < copy.length; i++) {
            if (copy[i] == old) {
                copy[i] = replacement;
            }
        }
        return new String(copy);
    }

    public String replace(CharSequence target, CharSequence replacement) {
        String old = target.toString();
        String text = replacement.toString();
        int found = indexOf(old);
        if (found < 0) {
            return this;
        }
        StringBuilder result = new StringBuilder();
        int copied = 0;
        while (found >= 0) {
            result.append(this, copied, found).append(text);
            copied = found + old.value.length;
            if (old.value.length > 0) {
                found = indexOf(old, copied);
            } else {
                found = found < value.length ? found + 1 : -1;
            }
        }
        return result.append(this, copied, value.length).toString();
    }

    public boolean matches(String regex) {
        return Patterns.of(regex).matches(this);
    }

    public String replaceAll(String regex, String replacement) {
        return Patterns.of(regex).replace(this, replacement, Integer.MAX_VALUE);
    }

    public String replaceFirst(String regex, String replacement) {
        return Patterns.of(regex).replace(this, replacement, 1);
    }

    public String[] split(String regex) {
        return split(regex, 0);
    }

    public String[] split(String regex, int limit) {
        return Patterns.of(regex).split(this, limit);
    }

    public static String join(CharSequence delimiter, CharSequence... elements) {
        String between = delimiter.toString();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) {
                result.append(between);
            }
            result.append(valueOf(elements[i]));
        }
        return result.toString();
    }

    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements) {
        String between = delimiter.toString();
        StringBuilder result = new StringBuilder();
        boolean first = true;
        for (CharSequence element : elements) {
            if (!first) {
                result.append(between);
            }
            result.append(valueOf(element));
            first = false;
        }
        return result.toString();
    }

    public String toLowerCase() {
        char[] copy = new char[value.length];
        boolean same = true;
        for (int i = 0; i < value.length; i++) {
            copy[i] = Character.toLowerCase(value[i]);
            same = same && copy[i] == value[i];
        }
        return same ? this : new String(copy);
    }

    public String toUpperCase() {
        StringBuilder result = new StringBuilder();
        boolean same = true;
        for (int i = 0; i < value.length; i++) {
            if (value[i] == '\u00df') {
                result.append("SS");
                same = false;
            } else {
                char upper = Character.toUpperCase(value[i]);
                result.append(upper);
                same = same && upper == value[i];
            }
        }
        return same ? this : result.toString();
    }

    public String trim() {
        int begin = 0;
        int end = value.length;
        while (begin < end && value[begin] <= ' ') {
            begin++;
        }
        while (begin < end && value[end - 1] <= ' ') {
            end--;
        }
        return substring(begin, end);
    }

    public String strip() {
        return stripLeading().stripTrailing();
    }

    public String stripLeading() {
        int begin = 0;
        while (begin < value.length && Character.isWhitespace(value[begin])) {
            begin++;
        }
        return substring(begin);
    }

    public String stripTrailing() {
        int end = value.length;
        while (end > 0 && Character.isWhitespace(value[end - 1])) {
            end--;
        }
        return substring(0, end);
    }

    public boolean isBlank() {
        return stripLeading().isEmpty();
    }

    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: " + count);
        }
        if (count == 1) {
            return this;
        }
        if (count == 0 || value.length == 0) {
            return "";
        }
        char[] result = new char[value.length * count];
        for (int i = 0; i < result.length; i++) {
            result[i] = value[i % value.length];
        }
        return new String(result);
    }

    public String toString() {
        return this;
    }

    public String intern() {
        return Strings.intern(this);
    }

    public static String format(String format, Object... arguments) {
        return Formats.format(format, arguments);
    }

    public String formatted(Object... arguments) {
        return Formats.format(this, arguments);
    }

    public static String valueOf(Object object) {
        return object == null ? "null" : object.toString();
    }

    public static String valueOf(char[] characters) {
        return new String(characters);
    }

    public static String valueOf(char[] characters, int offset, int count) {
        return new String(characters, offset, count);
    }

    public static String copyValueOf(char[] characters) {
        return new String(characters);
    }

    public static String copyValueOf(char[] characters, int offset, int count) {
        return new String(characters, offset, count);
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(char character) {
        char[] characters = {character};
        return new String(characters);
    }

    public static String valueOf(int number) {
        return Integer.toString(number);
    }

    public static String valueOf(long number) {
        return Long.toString(number);
    }

    public static String valueOf(float number) {
        return Float.toString(number);
    }

    public static String valueOf(double number) {
        return Double.toString(number);
    }
}
