package java.io;

import java.util.Objects;

/** A source of bytes. */
public abstract class InputStream implements Closeable {
    private static final class Nothing extends InputStream {
        private boolean closed;

        public int read() throws IOException {
            if (closed) {
                throw new IOException("Stream closed");
            }
            return -1;
        }

        public void close() {
            closed = true;
        }
    }

    public InputStream() {
    }

    public static InputStream nullInputStream() {
        return new Nothing();
    }

    public abstract int read() throws IOException;

    public int read(byte[] bytes) throws IOException {
        return read(bytes, 0, bytes.length);
    }

    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        int first = read();
        if (first < 0) {
            return -1;
        }
        bytes[offset] = (byte) first;
        int count = 1;
        try {
            while (count < length) {
                int next = read();
                if (next < 0) {
                    return count;
                }
                bytes[offset + count] = (byte) next;
                count++;
            }
        } catch (IOException exception) {
            return count;
        }
        return count;
    }

    public long skip(long count) throws IOException {
        long skipped = 0;
        while (skipped < count && read() >= 0) {
            skipped++;
        }
        return skipped;
    }

    public boolean markSupported() {
        return false;
    }

    public synchronized void mark(int limit) {
    }

    public synchronized void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public int available() throws IOException {
        return 0;
    }

    public void close() throws IOException {
    }
}
