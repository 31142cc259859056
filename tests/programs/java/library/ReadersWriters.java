import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;

/** Readers and writers over strings and arrays. */
public class ReadersWriters {
    interface Action {
        Object run() throws IOException;
    }

    static void expect(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (IOException | RuntimeException exception) {
            System.out.println(label + ": " + exception.getClass().getName() + " " + exception.getMessage());
        }
    }

    static String drain(Reader reader) throws IOException {
        StringBuilder result = new StringBuilder();
        for (int next = reader.read(); next >= 0; next = reader.read()) {
            result.append((char) next);
        }
        return result.toString();
    }

    static void readAll(String label, Reader reader) throws IOException {
        char[] buffer = {'-', '-', '-', '-', '-', '-'};
        System.out.println(label + " " + (char) reader.read() + " " + reader.read(buffer, 1, 3) + " " + new String(buffer) + " "
                + reader.skip(2) + " " + reader.read(buffer) + " " + new String(buffer) + " " + reader.read() + " " + reader.read(buffer));
        expect(label + " range", () -> reader.read(buffer, 5, 2));
        expect(label + " skip", () -> reader.skip(-1));
        expect(label + " mark", () -> {
            reader.mark(5);
            return reader.markSupported();
        });
        expect(label + " reset", () -> {
            reader.reset();
            return "reset";
        });
        reader.close();
        reader.close();
        expect(label + " closed", () -> reader.read());
        expect(label + " ready", () -> reader.ready());
    }

    public static void main(String[] arguments) throws IOException {
        readAll("string", new StringReader("hello, world"));
        readAll("array", new CharArrayReader("hello, world".toCharArray()));
        readAll("part", new CharArrayReader("hello, world".toCharArray(), 2, 7));
        readAll("pushback", new PushbackReader(new StringReader("hello, world")));
        Reader marked = new StringReader("abcdef");
        marked.skip(2);
        marked.mark(9);
        System.out.println(drain(marked));
        marked.reset();
        System.out.println(drain(marked) + " " + marked.skip(3) + " " + marked.ready());
        PushbackReader back = new PushbackReader(new StringReader("xyz"), 3);
        int first = back.read();
        back.unread(first);
        back.unread('w');
        System.out.println(drain(back));
        back.unread("abc".toCharArray());
        expect("overflow", () -> {
            back.unread('d');
            return "";
        });
        System.out.println(drain(back));
        BufferedReader lines = new BufferedReader(new StringReader("one\ntwo\r\nthree\r\rlast"));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println("[" + line + "]");
        }
        BufferedReader bytes = new BufferedReader(new InputStreamReader(new ByteArrayInputStream("a b\nc".getBytes())));
        System.out.println(bytes.readLine() + " " + (char) bytes.read() + " " + bytes.readLine());
        bytes.close();
        expect("closed lines", () -> bytes.readLine());
        InputStream numbers = new ByteArrayInputStream(new byte[] {1, -1, 3, 4, 5});
        System.out.println(numbers.read() + " " + numbers.read() + " " + numbers.available() + " " + numbers.skip(1) + " " + numbers.read() + " "
                + numbers.markSupported());
        StringWriter text = new StringWriter();
        text.write("text");
        text.write('c');
        text.write("partial", 1, 3);
        text.write(new char[] {'x', 'y', 'z'}, 1, 2);
        text.append('a').append("bc").append(null).append("wxyz", 1, 3);
        System.out.println(text + " " + text.getBuffer().length());
        PrintWriter printer = new PrintWriter(text);
        printer.print(5);
        printer.println(true);
        printer.printf("%03d", 7);
        printer.write("end");
        printer.flush();
        System.out.println(text.toString() + printer.checkError());
        printer.close();
        printer.print("lost");
        System.out.println(text.toString().length() + " " + printer.checkError());
        ByteArrayOutputStream memory = new ByteArrayOutputStream(2);
        memory.write(65);
        memory.write("BCDE".getBytes());
        memory.write("xyz".getBytes(), 1, 1);
        System.out.println(memory + " " + memory.size() + " " + memory.toByteArray().length);
        memory.reset();
        PrintStream stream = new PrintStream(memory);
        stream.print("printed ");
        stream.print(1.5);
        stream.flush();
        PrintWriter over = new PrintWriter(memory);
        over.print(" and written");
        over.flush();
        System.out.println(memory.toString());
        StringWriter trace = new StringWriter();
        new Exception("traced").printStackTrace(new PrintWriter(trace));
        System.out.println(trace.toString().startsWith("java.lang.Exception: traced"));
        expect("size", () -> new ByteArrayOutputStream(-1));
        expect("pushback size", () -> new PushbackReader(marked, 0));
    }
}
