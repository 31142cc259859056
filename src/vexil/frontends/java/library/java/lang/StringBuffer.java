package java.lang;

/** A string under construction that threads may share: a StringBuilder behind synchronized methods. */
public final class StringBuffer implements Appendable, java.io.Serializable, Comparable<StringBuffer>, CharSequence {
    private final StringBuilder text;

    public StringBuffer() {
        this.text = new StringBuilder();
    }

    public StringBuffer(int capacity) {
        this.text = new StringBuilder(capacity);
    }

    public StringBuffer(String text) {
        this.text = new StringBuilder(text);
    }

    public StringBuffer(CharSequence text) {
        this.text = new StringBuilder(text);
    }

    public synchronized int length() {
        return text.length();
    }

    public synchronized int capacity() {
        return text.capacity();
    }

    public synchronized void ensureCapacity(int minimum) {
        text.ensureCapacity(minimum);
    }

    public synchronized void trimToSize() {
        text.trimToSize();
    }

    public synchronized void setLength(int length) {
        text.setLength(length);
    }

    public synchronized char charAt(int index) {
        return text.charAt(index);
    }

    public synchronized void setCharAt(int index, char character) {
        text.setCharAt(index, character);
    }

    public synchronized int codePointAt(int index) {
        return text.codePointAt(index);
    }

    public synchronized int codePointBefore(int index) {
        return text.codePointBefore(index);
    }

    public synchronized void getChars(int begin, int end, char[] target, int targetBegin) {
        text.getChars(begin, end, target, targetBegin);
    }

    public synchronized StringBuffer append(String other) {
        text.append(other);
        return this;
    }

    public synchronized StringBuffer append(Object object) {
        text.append(object);
        return this;
    }

    public synchronized StringBuffer append(StringBuffer other) {
        text.append(other);
        return this;
    }

    public synchronized StringBuffer append(CharSequence other) {
        text.append(other);
        return this;
    }

    public synchronized StringBuffer append(CharSequence other, int start, int end) {
        text.append(other, start, end);
        return this;
    }

    public synchronized StringBuffer append(char[] characters) {
        text.append(characters);
        return this;
    }

    public synchronized StringBuffer append(char[] characters, int offset, int length) {
        text.append(characters, offset, length);
        return this;
    }

    public synchronized StringBuffer append(char character) {
        text.append(character);
        return this;
    }

    public synchronized StringBuffer append(boolean bool) {
        text.append(bool);
        return this;
    }

    public synchronized StringBuffer append(int number) {
        text.append(number);
        return this;
    }

    public synchronized StringBuffer append(long number) {
        text.append(number);
        return this;
    }

    public synchronized StringBuffer append(float number) {
        text.append(number);
        return this;
    }

    public synchronized StringBuffer append(double number) {
        text.append(number);
        return this;
    }

    public synchronized StringBuffer appendCodePoint(int codePoint) {
        text.appendCodePoint(codePoint);
        return this;
    }

    public synchronized StringBuffer insert(int offset, String other) {
        text.insert(offset, other);
        return this;
    }

    public synchronized StringBuffer insert(int offset, char[] characters, int start, int length) {
        text.insert(offset, characters, start, length);
        return this;
    }

    public synchronized StringBuffer insert(int offset, char[] characters) {
        text.insert(offset, characters);
        return this;
    }

    public synchronized StringBuffer insert(int offset, Object object) {
        text.insert(offset, object);
        return this;
    }

    public synchronized StringBuffer insert(int offset, CharSequence other) {
        text.insert(offset, other);
        return this;
    }

    public synchronized StringBuffer insert(int offset, CharSequence other, int start, int end) {
        text.insert(offset, other, start, end);
        return this;
    }

    public synchronized StringBuffer insert(int offset, char character) {
        text.insert(offset, character);
        return this;
    }

    public synchronized StringBuffer insert(int offset, boolean bool) {
        text.insert(offset, bool);
        return this;
    }

    public synchronized StringBuffer insert(int offset, int number) {
        text.insert(offset, number);
        return this;
    }

    public synchronized StringBuffer insert(int offset, long number) {
        text.insert(offset, number);
        return this;
    }

    public synchronized StringBuffer insert(int offset, float number) {
        text.insert(offset, number);
        return this;
    }

    public synchronized StringBuffer insert(int offset, double number) {
        text.insert(offset, number);
        return this;
    }

    public synchronized StringBuffer delete(int start, int end) {
        text.delete(start, end);
        return this;
    }

    public synchronized StringBuffer deleteCharAt(int index) {
        text.deleteCharAt(index);
        return this;
    }

    public synchronized StringBuffer replace(int start, int end, String other) {
        text.replace(start, end, other);
        return this;
    }

    public synchronized StringBuffer reverse() {
        text.reverse();
        return this;
    }

    public synchronized int indexOf(String other) {
        return text.indexOf(other);
    }

    public synchronized int indexOf(String other, int from) {
        return text.indexOf(other, from);
    }

    public synchronized int lastIndexOf(String other) {
        return text.lastIndexOf(other);
    }

    public synchronized int lastIndexOf(String other, int from) {
        return text.lastIndexOf(other, from);
    }

    public synchronized String substring(int start) {
        return text.substring(start);
    }

    public synchronized String substring(int start, int end) {
        return text.substring(start, end);
    }

    public synchronized CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    public synchronized String toString() {
        return text.toString();
    }

    public synchronized int compareTo(StringBuffer other) {
        return CharSequence.compare(this, other);
    }
}
