/** Changing string builders in the middle. */
public class BuilderEdit {
    static void show(String label, StringBuilder builder) {
        System.out.println(label + ": [" + builder + "] " + builder.length());
    }

    public static void main(String[] arguments) {
        StringBuilder text = new StringBuilder("hello");
        show("insert start", text.insert(0, "<"));
        show("insert end", text.insert(6, '>'));
        show("insert middle", text.insert(3, 42).insert(3, -1L).insert(3, true));
        show("insert float", text.insert(1, 2.5).insert(1, 0.5f));
        show("insert null", text.insert(2, (String) null).insert(2, (Object) null));
        show("insert chars", text.insert(1, new char[] {'a', 'b'}).insert(1, new char[] {'x', 'y', 'z'}, 1, 1));
        show("insert sequence", text.insert(0, (CharSequence) "seq").insert(1, "sequence", 2, 5));
        show("delete", text.delete(1, 4));
        show("delete nothing", text.delete(2, 2));
        show("delete beyond", text.delete(10, 99));
        show("delete all", text.delete(0, text.length()));
        show("again", text.append("0123456789"));
        show("deleteCharAt", text.deleteCharAt(0).deleteCharAt(8).deleteCharAt(4));
        show("replace same", text.replace(0, 2, "ab"));
        show("replace shorter", text.replace(0, 4, "x"));
        show("replace longer", text.replace(1, 2, "longer"));
        show("replace insert", text.replace(2, 2, "-"));
        show("replace end", text.replace(5, 99, "!"));
        show("replace by nothing", text.replace(1, 3, ""));
        show("reverse", text.reverse());
        show("reverse odd", new StringBuilder("abc").reverse());
        show("reverse empty", new StringBuilder().reverse());
        StringBuilder wide = new StringBuilder("a\ud83d\ude00b").reverse();
        System.out.println("reverse wide: " + (int) wide.charAt(1) + " " + (int) wide.charAt(2));
        text.setCharAt(1, 'Q');
        show("setCharAt", text);
        text.setLength(2);
        show("setLength", text);
        text.setLength(4);
        System.out.println("longer: " + (int) text.charAt(2) + " " + (int) text.charAt(3) + " " + text.length());
        text.setLength(0);
        show("emptied", text);
        text.append("abracadabra");
        System.out.println(text.indexOf("a") + " " + text.indexOf("a", 1) + " " + text.indexOf("bra", 2) + " " + text.indexOf("x")
                + " " + text.lastIndexOf("a") + " " + text.lastIndexOf("bra", 7) + " " + text.indexOf("") + " " + text.lastIndexOf(""));
        System.out.println(text.substring(7) + " " + text.substring(0, 4) + " " + text.subSequence(3, 5) + " " + text.charAt(4));
        char[] target = {'-', '-', '-', '-', '-'};
        text.getChars(4, 7, target, 1);
        System.out.println(new String(target));
        StringBuilder same = text.append("");
        System.out.println(same == text);
        String before = text.toString();
        text.setCharAt(0, 'X');
        System.out.println(before + " " + text);
        StringBuilder palindrome = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            palindrome.insert(palindrome.length() / 2, i).insert(0, (char) ('a' + i));
        }
        show("palindrome", palindrome);
    }
}
