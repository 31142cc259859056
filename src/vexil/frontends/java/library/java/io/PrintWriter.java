package java.io;

import vexil.Formats;

/** Printing of values as text to a writer, or to a stream of bytes in UTF-8, at once and without a buffer. */
public class PrintWriter extends Writer {
    /** The writer below, null once closed. */
    protected Writer out;
    private boolean trouble;

    /** A writer to a stream of bytes. */
    private static class Encoder extends Writer {
        private final PrintStream stream;

        Encoder(OutputStream stream) {
            this.stream = stream instanceof PrintStream ? (PrintStream) stream : new PrintStream(stream);
        }

        public void write(char[] characters, int offset, int length) {
            stream.print(new String(characters, offset, length));
        }

        public void flush() {
            stream.flush();
        }

        public void close() {
            stream.close();
        }
    }

    public PrintWriter(Writer out) {
        super(out);
        this.out = out;
    }

    public PrintWriter(Writer out, boolean autoFlush) {
        this(out);
    }

    public PrintWriter(OutputStream out) {
        this(new Encoder(out));
    }

    public PrintWriter(OutputStream out, boolean autoFlush) {
        this(out);
    }

    public void write(int character) {
        write(String.valueOf((char) character));
    }

    public void write(char[] characters, int offset, int length) {
        write(new String(characters, offset, length));
    }

    public void write(char[] characters) {
        write(characters, 0, characters.length);
    }

    public void write(String text, int offset, int length) {
        write(text.substring(offset, offset + length));
    }

    public void write(String text) {
        try {
            synchronized (lock) {
                if (out == null) {
                    throw new IOException("Stream closed");
                }
                out.write(text);
            }
        } catch (IOException exception) {
            trouble = true;
        }
    }

    public void flush() {
        try {
            synchronized (lock) {
                if (out == null) {
                    throw new IOException("Stream closed");
                }
                out.flush();
            }
        } catch (IOException exception) {
            trouble = true;
        }
    }

    public void close() {
        try {
            synchronized (lock) {
                if (out != null) {
                    out.close();
                    out = null;
                }
            }
        } catch (IOException exception) {
            trouble = true;
        }
    }

    public boolean checkError() {
        if (out != null) {
            flush();
        }
        return trouble;
    }

    public void print(String text) {
        write(String.valueOf(text));
    }

    public void print(Object object) {
        print(String.valueOf(object));
    }

    public void print(char[] characters) {
        write(new String(characters));
    }

    public void print(boolean value) {
        write(String.valueOf(value));
    }

    public void print(char character) {
        write(String.valueOf(character));
    }

    public void print(int number) {
        write(String.valueOf(number));
    }

    public void print(long number) {
        write(String.valueOf(number));
    }

    public void print(float number) {
        write(String.valueOf(number));
    }

    public void print(double number) {
        write(String.valueOf(number));
    }

    public void println() {
        write("\n");
    }

    public void println(String text) {
        write(text + "\n");
    }

    public void println(Object object) {
        println(String.valueOf(object));
    }

    public void println(char[] characters) {
        write(new String(characters) + "\n");
    }

    public void println(boolean value) {
        write(value + "\n");
    }

    public void println(char character) {
        write(character + "\n");
    }

    public void println(int number) {
        write(number + "\n");
    }

    public void println(long number) {
        write(number + "\n");
    }

    public void println(float number) {
        write(number + "\n");
    }

    public void println(double number) {
        write(number + "\n");
    }

    public PrintWriter printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    public PrintWriter format(String format, Object... arguments) {
        write(Formats.format(format, arguments));
        return this;
    }

    public PrintWriter append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    public PrintWriter append(CharSequence text, int start, int end) {
        CharSequence source = text == null ? "null" : text;
        return append(source.subSequence(start, end));
    }

    public PrintWriter append(char character) {
        print(character);
        return this;
    }
}
