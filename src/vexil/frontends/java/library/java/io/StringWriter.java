package java.io;

import java.util.Objects;

/** Characters collected in a string buffer. */
public class StringWriter extends Writer {
    private final StringBuffer buffer;

    public StringWriter() {
        this.buffer = new StringBuffer();
        this.lock = buffer;
    }

    public StringWriter(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("Negative buffer size");
        }
        this.buffer = new StringBuffer(size);
        this.lock = buffer;
    }

    public void write(int character) {
        buffer.append((char) character);
    }

    public void write(char[] characters, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, characters.length);
        buffer.append(characters, offset, length);
    }

    public void write(String text) {
        buffer.append(text);
    }

    public void write(String text, int offset, int length) {
        buffer.append(text, offset, offset + length);
    }

    public StringWriter append(CharSequence text) {
        write(String.valueOf(text));
        return this;
    }

    public StringWriter append(CharSequence text, int start, int end) {
        CharSequence source = text == null ? "null" : text;
        return append(source.subSequence(start, end));
    }

    public StringWriter append(char character) {
        write(character);
        return this;
    }

    public StringBuffer getBuffer() {
        return buffer;
    }

    public String toString() {
        return buffer.toString();
    }

    public void flush() {
    }

    public void close() throws IOException {
    }
}
