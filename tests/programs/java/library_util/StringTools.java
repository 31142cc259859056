import java.util.InputMismatchException;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.StringTokenizer;

/** Strings taken apart and put together. */
public class StringTools {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    public static void main(String[] args) {
        StringTokenizer words = new StringTokenizer("  a bb\tccc\n d ");
        show("count", words.countTokens());
        while (words.hasMoreTokens()) {
            show("word", words.nextToken() + " " + words.countTokens());
        }
        attempt("no word", () -> words.nextToken());
        StringTokenizer fields = new StringTokenizer("x=1;;y=2", ";=", true);
        while (fields.hasMoreElements()) {
            show("field", fields.nextElement());
        }
        StringTokenizer changing = new StringTokenizer("a,b;c,d", ",");
        show("changing", changing.nextToken() + " " + changing.nextToken(";") + " " + changing.nextToken(","));
        StringJoiner joiner = new StringJoiner(", ", "[", "]");
        show("nothing", joiner + " " + joiner.length());
        joiner.setEmptyValue("none");
        show("none", joiner + " " + joiner.length());
        joiner.add("one").add(null).add("");
        show("joined", joiner + " " + joiner.length());
        joiner.merge(new StringJoiner("-").add("p").add("q")).merge(new StringJoiner("+"));
        show("merged", joiner);
        attempt("null separator", () -> new StringJoiner(null));
        Scanner scanner = new Scanner("12 -7 word true 9999999999 x\nrest of line\n\nlast");
        show("ints", scanner.hasNextInt() + " " + scanner.nextInt() + " " + scanner.nextInt());
        show("not an int", scanner.hasNextInt() + " " + scanner.hasNext());
        try {
            scanner.nextInt();
        } catch (InputMismatchException exception) {
            show("mismatch", scanner.next());
        }
        show("boolean", scanner.hasNextBoolean() + " " + scanner.nextBoolean());
        show("long", scanner.hasNextInt() + " " + scanner.hasNextLong() + " " + scanner.nextLong());
        show("lines", scanner.nextLine() + "|" + scanner.nextLine() + "|" + scanner.nextLine() + "|" + scanner.hasNextLine() + scanner.nextLine());
        show("end", scanner.hasNext() + " " + scanner.hasNextLine());
        attempt("no line", () -> scanner.nextLine());
        attempt("no token", () -> scanner.next());
        scanner.close();
        attempt("closed", () -> scanner.hasNext());
    }
}
