package java.io;

import java.util.Objects;

/** A reader to which characters can be given back. */
public class PushbackReader extends FilterReader {
    /** The characters given back, from the position on; null once closed. */
    private char[] returned;
    private int position;

    public PushbackReader(Reader in, int size) {
        super(in);
        if (size <= 0) {
            throw new IllegalArgumentException("size <= 0");
        }
        this.returned = new char[size];
        this.position = size;
    }

    public PushbackReader(Reader in) {
        this(in, 1);
    }

    private void checkOpen() throws IOException {
        if (returned == null) {
            throw new IOException("Stream closed");
        }
    }

    public int read() throws IOException {
        synchronized (lock) {
            checkOpen();
            return position < returned.length ? returned[position++] : super.read();
        }
    }

    public int read(char[] buffer, int offset, int length) throws IOException {
        synchronized (lock) {
            checkOpen();
            Objects.checkFromIndexSize(offset, length, buffer.length);
            if (length == 0) {
                return 0;
            }
            int own = Math.min(returned.length - position, length);
            System.arraycopy(returned, position, buffer, offset, own);
            position += own;
            if (own == length) {
                return own;
            }
            int read = super.read(buffer, offset + own, length - own);
            if (read < 0) {
                return own == 0 ? -1 : own;
            }
            return own + read;
        }
    }

    public void unread(int character) throws IOException {
        synchronized (lock) {
            checkOpen();
            if (position == 0) {
                throw new IOException("Pushback buffer overflow");
            }
            position--;
            returned[position] = (char) character;
        }
    }

    public void unread(char[] characters, int offset, int length) throws IOException {
        synchronized (lock) {
            checkOpen();
            if (length > position) {
                throw new IOException("Pushback buffer overflow");
            }
            position -= length;
            System.arraycopy(characters, offset, returned, position, length);
        }
    }

    public void unread(char[] characters) throws IOException {
        unread(characters, 0, characters.length);
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            checkOpen();
            return position < returned.length || super.ready();
        }
    }

    public void mark(int limit) throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public boolean markSupported() {
        return false;
    }

    public long skip(long count) throws IOException {
        if (count < 0) {
            throw new IllegalArgumentException("skip value is negative");
        }
        synchronized (lock) {
            checkOpen();
            int own = (int) Math.min(returned.length - position, count);
            position += own;
            return own == count ? own : own + super.skip(count - own);
        }
    }

    public void close() throws IOException {
        synchronized (lock) {
            super.close();
            returned = null;
        }
    }
}
