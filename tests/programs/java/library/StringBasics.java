/** Length, characters, equality, order, hash codes and parts of strings. */
public class StringBasics {
    static void show(String label, Object value) {
        System.out.println(label + " = " + value);
    }

    public static void main(String[] arguments) {
        String[] samples = {"", "a", "b", "A", "ab", "abc", "abd", "hello, world"};
        for (String left : samples) {
            show(left + " length", left.length());
            show(left + " hash", left.hashCode());
            show(left + " empty", left.isEmpty());
            for (String right : samples) {
                if (Math.abs(left.length() - right.length()) < 2) {
                    show(left + "<>" + right, left.compareTo(right) + " " + left.equals(right) + " "
                            + left.equalsIgnoreCase(right) + " " + left.startsWith(right) + " " + left.endsWith(right));
                }
            }
        }
        String text = "hello, world";
        for (int i = 0; i < text.length(); i += 3) {
            show("charAt " + i, text.charAt(i));
            show("from " + i, text.substring(i));
            show("upto " + i, text.substring(0, i));
            show("subSequence " + i, text.subSequence(i, i + 1));
        }
        show("same whole", text.substring(0) == text);
        show("same concat", text.concat("") == text);
        show("concat", "ab".concat("cd"));
        show("far apart", "a".compareTo("\uffff") + " " + "\u00e9".compareTo("e") + " " + "\u4e00\u4e8c".hashCode());
        show("equals null", text.equals(null));
        show("equals other class", text.equals((Object) 5));
        show("equalsIgnoreCase null", text.equalsIgnoreCase(null));
        show("equalsIgnoreCase", "Stra\u00dfe".equalsIgnoreCase("STRA\u00dfE"));
        show("compareToIgnoreCase", "abc".compareToIgnoreCase("ABD") + " " + "B".compareToIgnoreCase("a"));
        show("order", String.CASE_INSENSITIVE_ORDER.compare("Xa", "xB"));
        show("contentEquals", "abc".contentEquals(new StringBuilder("abc")) + " " + "abc".contentEquals("abd"));
        show("toString", text.toString() == text);
        char[] characters = text.toCharArray();
        characters[0] = 'J';
        show("toCharArray", new String(characters) + " " + text);
        String nothing = null;
        show("null", nothing + "x" + nothing);
        String sum = "";
        sum += 1 + 2;
        sum += 'c';
        sum += 4L;
        sum += true;
        sum += null;
        show("sum", sum + 1 + 2 + (1 + 2));
        int h = 0;
        for (int i = 0; i < 40; i++) {
            h += ("key" + i).hashCode();
        }
        show("hashes", h);
    }
}
