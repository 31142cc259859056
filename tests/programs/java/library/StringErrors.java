/** The exceptions that methods of strings throw. */
public class StringErrors {
    interface Action {
        Object run();
    }

    static void expect(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (RuntimeException exception) {
            System.out.println(label + ": " + exception.getClass().getName() + ": " + exception.getMessage());
        }
    }

    static void expectNull(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (NullPointerException exception) {
            System.out.println(label + ": null");
        }
    }

    public static void main(String[] arguments) {
        String text = "abc";
        char[] three = new char[3];
        String nothing = null;
        for (int i = -1; i < 6; i += 2) {
            int index = i;
            expect("charAt " + i, () -> text.charAt(index));
            expect("substring " + i, () -> text.substring(index));
            expect("substring 1 " + i, () -> text.substring(1, index));
            expect("subSequence " + i + " 3", () -> text.subSequence(index, 3));
            expect("codePointAt " + i, () -> text.codePointAt(index));
            expect("codePointBefore " + i, () -> text.codePointBefore(index));
            expect("codePointCount " + i, () -> text.codePointCount(index, 3));
            expect("new " + i, () -> new String(three, index, 2).length());
            expect("valueOf " + i, () -> String.valueOf(three, 1, index).length());
        }
        expect("repeat", () -> text.repeat(-1));
        expect("getChars source", () -> {
            text.getChars(0, 9, three, 0);
            return "";
        });
        expect("getChars target", () -> {
            text.getChars(0, 3, three, 1);
            return "";
        });
        expect("code points", () -> new String(new int[] {65, -1}, 0, 2));
        expect("overflow", () -> new String(three, 1, Integer.MAX_VALUE));
        expectNull("concat", () -> text.concat(nothing));
        expectNull("compareTo", () -> text.compareTo(nothing));
        expectNull("indexOf", () -> text.indexOf(nothing));
        expectNull("contains", () -> text.contains(nothing));
        expectNull("startsWith", () -> text.startsWith(nothing));
        expectNull("replace", () -> text.replace("b", nothing));
        expectNull("join", () -> String.join(nothing, "a", "b"));
        expectNull("split", () -> text.split(nothing));
        expectNull("length", () -> nothing.length());
        expectNull("new", () -> new String((char[]) null));
        expectNull("valueOf", () -> String.valueOf((char[]) null));
        expectNull("equals", () -> text.equals(nothing));
    }
}
