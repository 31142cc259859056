/** Conversions to strings, constructors, code points and identity. */
public class StringValues {
    static String codes(String text) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            result.append((int) text.charAt(i)).append(' ');
        }
        return result.toString();
    }

    public static void main(String[] arguments) {
        System.out.println(String.valueOf(true) + String.valueOf('c') + String.valueOf(-1) + String.valueOf(1L << 40));
        System.out.println(String.valueOf(1.5f) + String.valueOf(-0.25) + String.valueOf((Object) null));
        char[] characters = {'h', 'e', 'l', 'l', 'o'};
        System.out.println(String.valueOf(characters) + String.valueOf(characters, 1, 3) + String.copyValueOf(characters, 4, 1));
        String copy = new String(characters);
        characters[0] = 'j';
        System.out.println(copy + new String(characters, 0, 2) + new String() + new String("x") + String.copyValueOf(characters));
        System.out.println(new String(new StringBuilder("sb")) + new String(new StringBuffer("sf")));
        System.out.println(codes(new String(new int[] {65, 0x1f600, 0xe9}, 0, 3)));
        String wide = "a\ud83d\ude00\ud83d";
        System.out.println(wide.codePointAt(0) + " " + wide.codePointAt(1) + " " + wide.codePointAt(2) + " " + wide.codePointAt(3));
        System.out.println(wide.codePointBefore(3) + " " + wide.codePointBefore(2) + " " + wide.codePointCount(0, 4));
        byte[] bytes = "a\u00e9\u20ac\ud83d\ude00".getBytes();
        StringBuilder numbers = new StringBuilder();
        for (byte b : bytes) {
            numbers.append(b).append(' ');
        }
        System.out.println(numbers.toString());
        System.out.println(codes(new String(bytes)));
        System.out.println(new String(new byte[] {72, 105, 33}, 1, 2));
        char[] target = new char[6];
        "abcdef".getChars(1, 4, target, 2);
        System.out.println(codes(new String(target)));
        String made = new StringBuilder("lit").append("eral").toString();
        System.out.println((made == "literal") + " " + (made.intern() == "literal") + " " + ("lit" + "eral" == "literal"));
        String fresh = new String("literal");
        System.out.println((fresh == "literal") + " " + fresh.equals("literal") + " " + (fresh.intern() == made.intern()));
        String unseen = String.valueOf(new char[] {'q', 'x', 'z'});
        System.out.println(unseen.intern() == String.valueOf(new char[] {'q', 'x', 'z'}).intern());
        CharSequence sequence = "sequence";
        System.out.println(sequence.length() + " " + sequence.charAt(2) + " " + sequence.subSequence(2, 4) + " " + sequence.isEmpty());
        System.out.println(CharSequence.compare("abc", new StringBuilder("abd")));
        switch (made) {
            case "other":
                System.out.println("wrong");
                break;
            case "literal":
                System.out.println("switched");
                break;
            default:
                System.out.println("default");
        }
        Comparable<String> comparable = "m";
        System.out.println(comparable.compareTo("p"));
        Object object = "text";
        System.out.println(object.equals("text") + " " + object.hashCode() + " " + object);
    }
}
