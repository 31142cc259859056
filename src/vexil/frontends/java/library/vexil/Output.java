package vexil;

import java.io.OutputStream;

/** What System.out (number 1) and System.err (number 2) print to. */
public final class Output extends OutputStream {
    private final int number;

    public Output(int number) {
        this.number = number;
    }

    /** Print the text, which is not null, to the output of the number; the program never sees it again. */
    private static native void print(int number, String text);

    /** Make the text of an exception for people to read, as far as code of the user's runs for it. */
    public static native void describe(Throwable exception);

    /** Whether the program is executed for people to see: they are not told of what a handler was told. */
    public static native boolean isShown();

    public void print(String text) {
        print(number, text);
    }

    public void write(int value) {
        print(number, String.valueOf((char) (value & 0xff)));
    }
}
