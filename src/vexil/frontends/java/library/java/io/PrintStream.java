package java.io;

import vexil.Formats;
import vexil.Output;

/**
 * Printing of values as text.
 *
 * <p>Text for another target than the program's own output is written to it at once in UTF-8, without a buffer.
 */
public class PrintStream extends OutputStream implements Appendable {
    private final OutputStream target;
    private boolean trouble;

    public PrintStream(OutputStream target) {
        if (target == null) {
            throw new NullPointerException("Null output stream");
        }
        this.target = target;
    }

    public PrintStream(OutputStream target, boolean autoFlush) {
        this(target);
    }

    private void put(String text) {
        if (target instanceof Output) {
            ((Output) target).print(text);
            return;
        }
        try {
            target.write(text.getBytes());
        } catch (IOException exception) {
            trouble = true;
        }
    }

    public void write(int value) {
        try {
            target.write(value);
        } catch (IOException exception) {
            trouble = true;
        }
    }

    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    public void write(byte[] bytes, int offset, int length) {
        java.util.Objects.checkFromIndexSize(offset, length, bytes.length);
        for (int i = 0; i < length; i++) {
            write(bytes[offset + i]);
        }
    }

    public void flush() {
    }

    public void close() {
        try {
            target.close();
        } catch (IOException exception) {
            trouble = true;
        }
    }

    public boolean checkError() {
        return trouble;
    }

    public void print(String text) {
        put(text == null ? "null" : text);
    }

    public void print(Object object) {
        print(String.valueOf(object));
    }

    public void print(char[] characters) {
        put(new String(characters));
    }

    public void print(boolean value) {
        put(String.valueOf(value));
    }

    public void print(char character) {
        put(String.valueOf(character));
    }

    public void print(int number) {
        put(String.valueOf(number));
    }

    public void print(long number) {
        put(String.valueOf(number));
    }

    public void print(float number) {
        put(String.valueOf(number));
    }

    public void print(double number) {
        put(String.valueOf(number));
    }

    public void println() {
        put("\n");
    }

    public void println(String text) {
        put(text + "\n");
    }

    public void println(Object object) {
        println(String.valueOf(object));
    }

    public void println(char[] characters) {
        put(new String(characters) + "\n");
    }

    public void println(boolean value) {
        put(value + "\n");
    }

    public void println(char character) {
        put(character + "\n");
    }

    public void println(int number) {
        put(number + "\n");
    }

    public void println(long number) {
        put(number + "\n");
    }

    public void println(float number) {
        put(number + "\n");
    }

    public void println(double number) {
        put(number + "\n");
    }

    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    public PrintStream format(String format, Object... arguments) {
        put(Formats.format(format, arguments));
        return this;
    }

    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    public PrintStream append(CharSequence text, int start, int end) {
        CharSequence source = text == null ? "null" : text;
        return append(source.subSequence(start, end));
    }

    public PrintStream append(char character) {
        print(character);
        return this;
    }
}
