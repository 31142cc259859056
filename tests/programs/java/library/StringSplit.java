/** Splitting and matching of strings with simple regular expressions. */
public class StringSplit {
    static void show(String text, String regex, int limit) {
        String[] parts = text.split(regex, limit);
        StringBuilder line = new StringBuilder();
        line.append('"').append(text).append("\" by ").append(regex).append(' ').append(limit).append(": ").append(parts.length);
        for (String part : parts) {
            line.append(" [").append(part).append(']');
        }
        System.out.println(line.toString());
    }

    public static void main(String[] arguments) {
        String[] texts = {"", ",", "a", "a,b,c", ",a,,b,,", ",,,", "a, b ,c"};
        int[] limits = {0, -1, 1, 2, 3};
        for (String text : texts) {
            for (int limit : limits) {
                show(text, ",", limit);
            }
            show(text, "", 0);
            show(text, ", ", 0);
        }
        show("a  b \t c", " ", 0);
        show("a  b \t c", "\\s", 0);
        show("a  b \t c", "\\s+", 0);
        show(" a b", "\\s+", 0);
        show("1.2.3", "\\.", 0);
        show("1|2|3", "\\|", 2);
        show("1|2|3", "[|]", 0);
        show("a1b22c333", "[0-9]+", 0);
        show("a1b22c333", "\\d", 0);
        show("key = value", "\\s*=\\s*", 2);
        show("aXbXXc", "X", -1);
        show("boo:and:foo", "o", 0);
        show("boo:and:foo", "o", 5);
        show("abc", "", 2);
        show("abc", "x*", 0);
        show("a-b_c", "[-_]", 0);
        System.out.println("default: " + "x;y;".split(";").length);
        System.out.println("matches: " + "abc".matches("abc") + " " + "abc".matches("ab") + " " + "abc".matches("[a-c]+") + " "
                + "abc".matches("[^a-c]*") + " " + "".matches("[a-c]*") + " " + "a.c".matches("a\\.c") + " " + "abc".matches("a.c") + " "
                + "2024-01-31".matches("\\d\\d\\d\\d-\\d\\d-\\d\\d") + " " + "aaa".matches("a*a") + " " + "ab".matches("a?a?b") + " "
                + "x_1".matches("\\w+") + " " + "x 1".matches("\\w+") + " " + "x 1".matches("\\S+\\s\\S+"));
        System.out.println("replaceAll: " + "a1b22".replaceAll("\\d", "#") + " " + "a1b22".replaceAll("\\d+", "#") + " "
                + "abc".replaceAll("", "-") + " " + "abc".replaceAll("x*", "-") + " " + "a.b.c".replaceAll(".", "x") + " "
                + "a.b.c".replaceAll("\\.", "x") + " " + "aaa".replaceAll("a", ""));
        System.out.println("replaceFirst: " + "a1b22".replaceFirst("[0-9]+", "#") + " " + "abc".replaceFirst("z", "y") + " "
                + "a.b".replaceFirst("\\.", ""));
    }
}
