package java.io;

/** Lines of another reader. Nothing is read ahead but one character after a carriage return; marks are not modelled. */
public class BufferedReader extends Reader {
    /** The other reader, null once closed. */
    private Reader in;
    private boolean skipsNewline;

    public BufferedReader(Reader in) {
        super(in);
        this.in = in;
    }

    public BufferedReader(Reader in, int size) {
        this(in);
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
    }

    private void checkOpen() throws IOException {
        if (in == null) {
            throw new IOException("Stream closed");
        }
    }

    public int read() throws IOException {
        synchronized (lock) {
            checkOpen();
            int character = in.read();
            if (skipsNewline && character == '\n') {
                character = in.read();
            }
            skipsNewline = false;
            return character;
        }
    }

    public int read(char[] buffer, int offset, int length) throws IOException {
        synchronized (lock) {
            checkOpen();
            java.util.Objects.checkFromIndexSize(offset, length, buffer.length);
            int count = 0;
            while (count < length) {
                int character = read();
                if (character < 0) {
                    return count == 0 ? -1 : count;
                }
                buffer[offset + count] = (char) character;
                count++;
            }
            return count;
        }
    }

    public String readLine() throws IOException {
        synchronized (lock) {
            int character = read();
            if (character < 0) {
                return null;
            }
            StringBuilder line = new StringBuilder();
            while (character >= 0 && character != '\n' && character != '\r') {
                line.append((char) character);
                character = read();
            }
            skipsNewline = character == '\r';
            return line.toString();
        }
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            checkOpen();
            return in.ready();
        }
    }

    public void close() throws IOException {
        synchronized (lock) {
            if (in != null) {
                in.close();
                in = null;
            }
        }
    }
}
