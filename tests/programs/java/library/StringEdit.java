import java.util.ArrayList;
import java.util.List;

/** Strings made from strings. */
public class StringEdit {
    static void show(String label, String value) {
        StringBuilder line = new StringBuilder(label + ": [");
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) >= ' ' && value.charAt(i) <= '~') {
                line.append(value.charAt(i));
            } else {
                line.append('<').append((int) value.charAt(i)).append('>');
            }
        }
        System.out.println(line.append("] ").append(value.length()).toString());
    }

    public static void main(String[] arguments) {
        String text = "banana";
        show("replace char", text.replace('a', 'o'));
        System.out.println("unchanged: " + (text.replace('x', 'y') == text) + " " + (text.replace("x", "y") == text) + " "
                + (text.trim() == text) + " " + (text.strip() == text) + " " + (text.toLowerCase() == text) + " "
                + ("ABC".toUpperCase() == "ABC") + " " + (text.repeat(1) == text));
        show("replace", text.replace("an", "AN"));
        show("replace overlap", "aaaaa".replace("aa", "b"));
        show("replace empty", text.replace("", "-"));
        show("replace by empty", text.replace("a", ""));
        show("replace in empty", "".replace("", "x"));
        show("replace sequence", text.replace(new StringBuilder("na"), new StringBuilder("NA")));
        show("trim", " \t\n\u0001x y\u0000 ");
        show("trimmed", " \t\n\u0001x y\u0000 ".trim());
        show("strip", "\u2003 x \u3000".strip());
        show("strip nbsp", "\u00a0x\u00a0".strip());
        show("stripLeading", "  x  ".stripLeading());
        show("stripTrailing", "  x  ".stripTrailing());
        show("strip blanks", " \t ".strip());
        System.out.println("blank: " + "".isBlank() + " " + " \n\t".isBlank() + " " + " x".isBlank() + " " + "\u00a0".isBlank());
        show("upper", "Gr\u00fc\u00dfe, \u00ff\u00b5 1".toUpperCase());
        show("lower", "GR\u00dc\u00dfE, \u00d7\u00de".toLowerCase());
        show("repeat", "ab".repeat(3));
        show("repeat 0", "ab".repeat(0));
        show("repeat empty", "".repeat(5));
        show("join", String.join(", ", "a", "b", null, "c"));
        show("join one", String.join(", ", "a"));
        show("join none", String.join(", "));
        List<String> words = new ArrayList<>();
        show("join empty list", String.join("-", words));
        words.add("x");
        words.add("y");
        show("join list", String.join("-", words));
        show("concat", "".concat(text).concat(""));
        show("reverse", new StringBuilder(text).reverse().toString());
        StringBuilder caesar = new StringBuilder();
        for (char letter : "Veni, vidi, vici".toCharArray()) {
            if (letter >= 'a' && letter <= 'z') {
                caesar.append((char) ('a' + (letter - 'a' + 13) % 26));
            } else {
                caesar.append(letter);
            }
        }
        show("caesar", caesar.toString());
        for (int code = 0; code < 256; code += 7) {
            String one = String.valueOf((char) code);
            System.out.println(code + ": " + (int) one.toUpperCase().charAt(0) + " " + (int) one.toLowerCase().charAt(0) + " "
                    + one.isBlank() + " " + one.trim().length());
        }
    }
}
