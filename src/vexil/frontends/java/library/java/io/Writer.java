package java.io;

/** A sink of characters. */
public abstract class Writer implements Appendable, Closeable, Flushable {
    protected Object lock;

    protected Writer() {
        this.lock = this;
    }

    protected Writer(Object lock) {
        if (lock == null) {
            throw new NullPointerException();
        }
        this.lock = lock;
    }

    public void write(int character) throws IOException {
        synchronized (lock) {
            char[] one = {(char) character};
            write(one, 0, 1);
        }
    }

    public void write(char[] characters) throws IOException {
        write(characters, 0, characters.length);
    }

    public abstract void write(char[] characters, int offset, int length) throws IOException;

    public void write(String text) throws IOException {
        write(text, 0, text.length());
    }

    public void write(String text, int offset, int length) throws IOException {
        synchronized (lock) {
            char[] characters = text.substring(offset, offset + length).toCharArray();
            write(characters, 0, length);
        }
    }

    public Writer append(CharSequence text) throws IOException {
        write(String.valueOf(text));
        return this;
    }

    public Writer append(CharSequence text, int start, int end) throws IOException {
        CharSequence source = text == null ? "null" : text;
        return append(source.subSequence(start, end));
    }

    public Writer append(char character) throws IOException {
        write(character);
        return this;
    }

    public abstract void flush() throws IOException;

    public abstract void close() throws IOException;
}
