import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** Printing to the program's output and to a stream of its own. */
public class PrintStreams {
    static class Memory extends OutputStream {
        private final byte[] bytes = new byte[200];
        private int count;
        private boolean full;
        private boolean closed;

        @Override
        public void write(int value) throws IOException {
            if (full) {
                throw new IOException("full");
            }
            bytes[count++] = (byte) value;
        }

        @Override
        public void close() {
            closed = true;
        }

        String text() {
            return new String(bytes, 0, count);
        }
    }

    static class Countdown extends InputStream {
        private int next = 5;

        @Override
        public int read() throws IOException {
            if (next == 2) {
                next--;
                throw new IOException("two");
            }
            return next > 0 ? next-- : -1;
        }
    }

    static class Loud {
        @Override
        public String toString() {
            return "loud";
        }
    }

    static void printAll(PrintStream out) {
        out.print("text");
        out.print('c');
        out.print(1);
        out.print(2L);
        out.print(true);
        out.print(0.5);
        out.print(1.5f);
        out.print(new char[] {'x', 'y'});
        out.print((String) null);
        out.print((Object) null);
        out.print(new Loud());
        out.println();
        out.println("text");
        out.println('c');
        out.println(1);
        out.println(2L);
        out.println(false);
        out.println(0.25);
        out.println(2.5f);
        out.println(new char[] {'x', 'y'});
        out.println((String) null);
        out.println((Object) null);
        out.println(new Loud());
        out.printf("%d-%s%n", 5, "f").format("%s", "g");
        out.append('a').append("bc").append("xyz", 1, 2).append(null);
        out.println();
        out.flush();
    }

    public static void main(String[] arguments) throws IOException {
        printAll(System.out);
        Memory memory = new Memory();
        PrintStream stream = new PrintStream(memory);
        printAll(stream);
        System.out.println(memory.count);
        System.out.print(memory.text());
        stream.write('!');
        stream.write(new byte[] {'a', 'b', 'c'}, 1, 2);
        memory.full = true;
        stream.print("lost");
        System.out.println(stream.checkError() + " " + memory.text().endsWith("!bc"));
        stream.close();
        System.out.println(memory.closed);
        InputStream numbers = new Countdown();
        byte[] buffer = new byte[8];
        System.out.println(numbers.read() + " " + numbers.read(buffer, 2, 4) + " " + buffer[2] + " " + buffer[3] + " " + buffer[4]);
        System.out.println(numbers.read(buffer) + " " + numbers.read(buffer) + " " + numbers.read() + " " + numbers.available());
        try {
            numbers.read(buffer, 5, 9);
        } catch (IndexOutOfBoundsException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(numbers.read(buffer, 0, 0));
        try (InputStream nothing = InputStream.nullInputStream()) {
            System.out.println(nothing.read() + " " + nothing.read(buffer));
        }
        try {
            new PrintStream((OutputStream) null);
        } catch (NullPointerException exception) {
            System.out.println(exception.getMessage());
        }
        System.err.println("not compared");
        new Exception("printed nowhere").printStackTrace();
    }
}
