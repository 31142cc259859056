package java.io;

import java.util.Objects;

/** The bytes of an array, one after the other. */
public class ByteArrayInputStream extends InputStream {
    protected byte[] buf;
    protected int pos;
    protected int mark;
    protected int count;

    public ByteArrayInputStream(byte[] bytes) {
        this.buf = bytes;
        this.count = bytes.length;
    }

    public ByteArrayInputStream(byte[] bytes, int offset, int length) {
        this.buf = bytes;
        this.pos = offset;
        this.count = Math.min(offset + length, bytes.length);
        this.mark = offset;
    }

    public synchronized int read() {
        return pos < count ? buf[pos++] & 0xff : -1;
    }

    public synchronized int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (pos >= count) {
            return -1;
        }
        int read = Math.min(count - pos, length);
        System.arraycopy(buf, pos, bytes, offset, read);
        pos += read;
        return read;
    }

    public synchronized long skip(long number) {
        long skipped = Math.max(Math.min(count - pos, number), 0);
        pos += skipped;
        return skipped;
    }

    public synchronized int available() {
        return count - pos;
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) {
        mark = pos;
    }

    public synchronized void reset() {
        pos = mark;
    }

    public void close() throws IOException {
    }
}
