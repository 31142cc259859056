package java.io;

import java.util.Objects;

/** Bytes collected in an array that doubles when it is full. */
public class ByteArrayOutputStream extends OutputStream {
    protected byte[] buf;
    protected int count;

    public ByteArrayOutputStream() {
        this(32);
    }

    public ByteArrayOutputStream(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("Negative initial size: " + size);
        }
        this.buf = new byte[size];
    }

    private void ensure(int capacity) {
        if (capacity > buf.length) {
            byte[] more = new byte[Math.max(capacity, 2 * buf.length)];
            System.arraycopy(buf, 0, more, 0, count);
            buf = more;
        }
    }

    public synchronized void write(int value) {
        ensure(count + 1);
        buf[count] = (byte) value;
        count++;
    }

    public synchronized void write(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        ensure(count + length);
        System.arraycopy(bytes, offset, buf, count, length);
        count += length;
    }

    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    public synchronized void reset() {
        count = 0;
    }

    public synchronized byte[] toByteArray() {
        byte[] result = new byte[count];
        System.arraycopy(buf, 0, result, 0, count);
        return result;
    }

    public synchronized int size() {
        return count;
    }

    public synchronized String toString() {
        return new String(buf, 0, count);
    }

    public void close() throws IOException {
    }
}
