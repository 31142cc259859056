package java.io;

import java.util.Objects;

/** The characters of a string, one after the other. */
public class StringReader extends Reader {
    /** The text, null once closed. */
    private String text;
    private int next;
    private int marked;

    public StringReader(String text) {
        this.text = Objects.requireNonNull(text);
    }

    private void checkOpen() throws IOException {
        if (text == null) {
            throw new IOException("Stream closed");
        }
    }

    public int read() throws IOException {
        synchronized (lock) {
            checkOpen();
            return next < text.length() ? text.charAt(next++) : -1;
        }
    }

    public int read(char[] buffer, int offset, int length) throws IOException {
        synchronized (lock) {
            checkOpen();
            Objects.checkFromIndexSize(offset, length, buffer.length);
            if (length == 0) {
                return 0;
            }
            if (next >= text.length()) {
                return -1;
            }
            int count = Math.min(text.length() - next, length);
            text.getChars(next, next + count, buffer, offset);
            next += count;
            return count;
        }
    }

    public long skip(long count) throws IOException {
        synchronized (lock) {
            checkOpen();
            if (next >= text.length()) {
                return 0;
            }
            long skipped = Math.max(-next, Math.min(text.length() - next, count));
            next += skipped;
            return skipped;
        }
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            checkOpen();
            return true;
        }
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) throws IOException {
        if (limit < 0) {
            throw new IllegalArgumentException("Read-ahead limit < 0");
        }
        synchronized (lock) {
            checkOpen();
            marked = next;
        }
    }

    public void reset() throws IOException {
        synchronized (lock) {
            checkOpen();
            next = marked;
        }
    }

    public void close() {
        synchronized (lock) {
            text = null;
        }
    }
}
