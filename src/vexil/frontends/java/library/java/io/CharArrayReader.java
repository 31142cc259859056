package java.io;

import java.util.Objects;

/** The characters of an array, one after the other. */
public class CharArrayReader extends Reader {
    protected char[] buf;
    protected int pos;
    protected int markedPos;
    protected int count;

    public CharArrayReader(char[] characters) {
        this.buf = characters;
        this.count = characters.length;
    }

    public CharArrayReader(char[] characters, int offset, int length) {
        if (offset < 0 || offset > characters.length || length < 0 || offset + length < 0) {
            throw new IllegalArgumentException();
        }
        this.buf = characters;
        this.pos = offset;
        this.count = Math.min(offset + length, characters.length);
        this.markedPos = offset;
    }

    private void checkOpen() throws IOException {
        if (buf == null) {
            throw new IOException("Stream closed");
        }
    }

    public int read() throws IOException {
        synchronized (lock) {
            checkOpen();
            return pos >= count ? -1 : buf[pos++];
        }
    }

    public int read(char[] buffer, int offset, int length) throws IOException {
        synchronized (lock) {
            checkOpen();
            Objects.checkFromIndexSize(offset, length, buffer.length);
            if (pos >= count) {
                return -1;
            }
            int read = Math.min(count - pos, length);
            System.arraycopy(buf, pos, buffer, offset, read);
            pos += read;
            return read;
        }
    }

    public long skip(long number) throws IOException {
        synchronized (lock) {
            checkOpen();
            long skipped = Math.max(Math.min(count - pos, number), 0);
            pos += skipped;
            return skipped;
        }
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            checkOpen();
            return count > pos;
        }
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) throws IOException {
        synchronized (lock) {
            checkOpen();
            markedPos = pos;
        }
    }

    public void reset() throws IOException {
        synchronized (lock) {
            checkOpen();
            pos = markedPos;
        }
    }

    public void close() {
        synchronized (lock) {
            buf = null;
        }
    }
}
