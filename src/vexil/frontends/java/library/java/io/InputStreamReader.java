package java.io;

import vexil.Approximations;

/** The characters of a stream of bytes; only ASCII is modelled. */
public class InputStreamReader extends Reader {
    /** The stream, null once closed. */
    private InputStream in;

    public InputStreamReader(InputStream in) {
        super(in);
        this.in = in;
    }

    public int read(char[] buffer, int offset, int length) throws IOException {
        synchronized (lock) {
            if (in == null) {
                throw new IOException("Stream closed");
            }
            java.util.Objects.checkFromIndexSize(offset, length, buffer.length);
            int count = 0;
            while (count < length) {
                int next = in.read();
                if (next < 0) {
                    return count == 0 ? -1 : count;
                }
                if (next >= 0x80) {
                    throw Approximations.unmodelled("InputStreamReader of bytes that are not ASCII");
                }
                buffer[offset + count] = (char) next;
                count++;
            }
            return count;
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
