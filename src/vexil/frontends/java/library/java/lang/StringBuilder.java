package java.lang;

/** A string under construction: the first count characters of an array that grows as in the JDK. */
public final class StringBuilder implements Appendable, java.io.Serializable, Comparable<StringBuilder>, CharSequence {
    private char[] value;
    private int count;

    public StringBuilder() {
        this(16);
    }

    public StringBuilder(int capacity) {
        this.value = new char[capacity];
    }

    public StringBuilder(String text) {
        this(text.length() + 16);
        append(text);
    }

    public StringBuilder(CharSequence text) {
        this(text.length() + 16);
        append(text);
    }

    private static void checkRange(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new StringIndexOutOfBoundsException("start " + start + ", end " + end + ", length " + length);
        }
    }

    private static void checkSource(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new IndexOutOfBoundsException("start " + start + ", end " + end + ", length " + length);
        }
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= count) {
            throw new StringIndexOutOfBoundsException("index " + index + ", length " + count);
        }
    }

    private void checkOffset(int offset) {
        if (offset < 0 || offset > count) {
            throw new StringIndexOutOfBoundsException("offset " + offset + ", length " + count);
        }
    }

    private void resize(int capacity) {
        char[] copy = new char[capacity];
        for (int i = 0; i < count; i++) {
            copy[i] = value[i];
        }
        value = copy;
    }

    /** Move what is from the offset on up by some places, which keep their old contents. */
    private void open(int offset, int places) {
        ensureCapacity(count + places);
        for (int i = count - 1; i >= offset; i--) {
            value[i + places] = value[i];
        }
        count += places;
    }

    public int length() {
        return count;
    }

    public int capacity() {
        return value.length;
    }

    public void ensureCapacity(int minimum) {
        if (minimum > value.length) {
            resize(Math.max(minimum, value.length * 2 + 2));
        }
    }

    public void trimToSize() {
        if (count < value.length) {
            resize(count);
        }
    }

    public void setLength(int length) {
        if (length < 0) {
            throw new StringIndexOutOfBoundsException(length);
        }
        ensureCapacity(length);
        for (int i = count; i < length; i++) {
            value[i] = '\0';
        }
        count = length;
    }

    public char charAt(int index) {
        checkIndex(index);
        return value[index];
    }

    public void setCharAt(int index, char character) {
        checkIndex(index);
        value[index] = character;
    }

    public int codePointAt(int index) {
        checkIndex(index);
        return Character.codePointAt(value, index, count);
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > count) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return Character.codePointBefore(value, index, 0);
    }

    public void getChars(int begin, int end, char[] target, int targetBegin) {
        checkRange(begin, end, count);
        checkSource(targetBegin, targetBegin + (end - begin), target.length);
        for (int i = begin; i < end; i++) {
            target[targetBegin + i - begin] = value[i];
        }
    }

    public StringBuilder append(String text) {
        return insert(count, text);
    }

    public StringBuilder append(Object object) {
        return append(String.valueOf(object));
    }

    public StringBuilder append(StringBuffer text) {
        return append((CharSequence) text);
    }

    public StringBuilder append(CharSequence text) {
        return insert(count, text);
    }

    public StringBuilder append(CharSequence text, int start, int end) {
        return insert(count, text, start, end);
    }

    public StringBuilder append(char[] characters) {
        return insert(count, characters);
    }

    public StringBuilder append(char[] characters, int offset, int length) {
        checkSource(offset, offset + length, characters.length);
        return insert(count, characters, offset, length);
    }

    public StringBuilder append(char character) {
        ensureCapacity(count + 1);
        value[count] = character;
        count++;
        return this;
    }

    public StringBuilder append(boolean bool) {
        return append(String.valueOf(bool));
    }

    public StringBuilder append(int number) {
        return append(String.valueOf(number));
    }

    public StringBuilder append(long number) {
        return append(String.valueOf(number));
    }

    public StringBuilder append(float number) {
        return append(String.valueOf(number));
    }

    public StringBuilder append(double number) {
        return append(String.valueOf(number));
    }

    public StringBuilder appendCodePoint(int codePoint) {
        return append(Character.toChars(codePoint));
    }

    public StringBuilder insert(int offset, String text) {
        checkOffset(offset);
        String source = text == null ? "null" : text;
        int length = source.length();
        open(offset, length);
        source.getChars(0, length, value, offset);
        return this;
    }

    public StringBuilder insert(int offset, char[] characters, int start, int length) {
        checkOffset(offset);
        checkRange(start, start + length, characters.length);
        open(offset, length);
        for (int i = 0; i < length; i++) {
            value[offset + i] = characters[start + i];
        }
        return this;
    }

    public StringBuilder insert(int offset, char[] characters) {
        checkOffset(offset);
        return insert(offset, characters, 0, characters.length);
    }

    public StringBuilder insert(int offset, Object object) {
        return insert(offset, String.valueOf(object));
    }

    public StringBuilder insert(int offset, CharSequence text) {
        CharSequence source = text == null ? "null" : text;
        return insert(offset, source, 0, source.length());
    }

    public StringBuilder insert(int offset, CharSequence text, int start, int end) {
        CharSequence source = text == null ? "null" : text;
        checkOffset(offset);
        checkSource(start, end, source.length());
        open(offset, end - start);
        for (int i = start; i < end; i++) {
            value[offset + i - start] = source.charAt(i);
        }
        return this;
    }

    public StringBuilder insert(int offset, char character) {
        checkOffset(offset);
        open(offset, 1);
        value[offset] = character;
        return this;
    }

    public StringBuilder insert(int offset, boolean bool) {
        return insert(offset, String.valueOf(bool));
    }

    public StringBuilder insert(int offset, int number) {
        return insert(offset, String.valueOf(number));
    }

    public StringBuilder insert(int offset, long number) {
        return insert(offset, String.valueOf(number));
    }

    public StringBuilder insert(int offset, float number) {
        return insert(offset, String.valueOf(number));
    }

    public StringBuilder insert(int offset, double number) {
        return insert(offset, String.valueOf(number));
    }

    public StringBuilder delete(int start, int end) {
        int last = Math.min(end, count);
        checkRange(start, last, count);
        for (int i = last; i < count; i++) {
            value[start + i - last] = value[i];
        }
        count -= last - start;
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        checkIndex(index);
        return delete(index, index + 1);
    }

    public StringBuilder replace(int start, int end, String text) {
        int last = Math.min(end, count);
        checkRange(start, last, count);
        int length = text.length();
        int removed = last - start;
        if (length >= removed) {
            open(last, length - removed);
        } else {
            delete(start + length, last);
        }
        text.getChars(0, length, value, start);
        return this;
    }

    public StringBuilder reverse() {
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            swap(i, j);
        }
        for (int i = 0; i < count - 1; i++) {
            if (Character.isLowSurrogate(value[i]) && Character.isHighSurrogate(value[i + 1])) {
                swap(i, i + 1);
                i++;
            }
        }
        return this;
    }

    private void swap(int i, int j) {
        char saved = value[i];
        value[i] = value[j];
        value[j] = saved;
    }

    public int indexOf(String text) {
        return toString().indexOf(text);
    }

    public int indexOf(String text, int from) {
        return toString().indexOf(text, from);
    }

    public int lastIndexOf(String text) {
        return toString().lastIndexOf(text);
    }

    public int lastIndexOf(String text, int from) {
        return toString().lastIndexOf(text, from);
    }

    public String substring(int start) {
        return substring(start, count);
    }

    public String substring(int start, int end) {
        checkRange(start, end, count);
        return new String(value, start, end - start);
    }

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public int compareTo(StringBuilder other) {
        return CharSequence.compare(this, other);
    }

    public String toString() {
        return new String(value, 0, count);
    }
}
