/** The exceptions that methods of string builders throw. */
public class BuilderErrors {
    interface Action {
        Object run(StringBuilder builder);
    }

    static void expect(String label, Action action) {
        StringBuilder builder = new StringBuilder("abc");
        String outcome;
        try {
            outcome = String.valueOf(action.run(builder));
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | IllegalArgumentException exception) {
            outcome = exception.getClass().getName() + ": " + exception.getMessage();
        } catch (NullPointerException exception) {
            outcome = "null";
        }
        System.out.println(label + ": " + outcome + " [" + builder + "]");
    }

    public static void main(String[] arguments) {
        for (int i = -1; i < 5; i++) {
            int index = i;
            expect("charAt " + i, b -> b.charAt(index));
            expect("setCharAt " + i, b -> {
                b.setCharAt(index, 'x');
                return "";
            });
            expect("deleteCharAt " + i, b -> b.deleteCharAt(index));
            expect("delete " + i, b -> b.delete(index, 2));
            expect("insert " + i, b -> b.insert(index, "xy"));
            expect("insert char " + i, b -> b.insert(index, 'x'));
            expect("insert int " + i, b -> b.insert(index, 7));
            expect("replace " + i, b -> b.replace(index, 2, "xyz"));
            expect("substring " + i, b -> b.substring(index));
            expect("substring 1 " + i, b -> b.substring(1, index));
            expect("setLength " + i, b -> {
                b.setLength(Math.min(index, 2));
                return "";
            });
            expect("codePointAt " + i, b -> b.codePointAt(index));
            expect("codePointBefore " + i, b -> b.codePointBefore(index));
        }
        expect("insert chars", b -> b.insert(9, new char[1]));
        expect("insert part", b -> b.insert(1, new char[3], 2, 2));
        expect("insert part at", b -> b.insert(8, new char[3], 2, 2));
        expect("insert sequence", b -> b.insert(1, "xyz", 2, 9));
        expect("insert sequence at", b -> b.insert(7, "xyz", 0, 1));
        expect("append sequence", b -> b.append("xyz", 2, 1));
        expect("append null", b -> b.append((CharSequence) null, 0, 5));
        expect("append chars", b -> b.append(new char[3], 2, 2));
        expect("append negative", b -> b.append(new char[3], 2, -1));
        expect("append code point", b -> b.appendCodePoint(-1));
        expect("subSequence", b -> b.subSequence(2, 1));
        expect("new", b -> new StringBuilder(-3));
        expect("getChars", b -> {
            b.getChars(0, 5, new char[9], 0);
            return "";
        });
        expect("getChars target", b -> {
            b.getChars(0, 2, new char[3], 2);
            return "";
        });
        expect("append null chars", b -> b.append((char[]) null));
        expect("new null", b -> new StringBuilder((String) null));
        expect("indexOf null", b -> b.indexOf(null));
        expect("replace null", b -> b.replace(0, 1, null));
    }
}
