// String concatenation of every kind of operand, left to right.
class Concatenation {
    private final String name;

    Concatenation(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return "<" + name + ">";
    }

    static class Silent {
        @Override
        public String toString() {
            return null;
        }
    }

    public static void main(String[] args) {
        String nothing = null;
        Object none = null;
        int[] noArray = null;
        char c = 'x';
        int one = 1, two = 2;
        System.out.println("a" + nothing + none + noArray);
        System.out.println(nothing + nothing);
        System.out.println(one + two + "s" + one + two);
        System.out.println("s" + (one + two));
        System.out.println(c + one + "s");
        System.out.println("s" + c + one);
        System.out.println("" + c + c);
        System.out.println(1 + 'a' + "b" + 'a' + 1);
        System.out.println(true + "" + false);
        System.out.println("d" + 1.0 + 0.5f + 10L + (byte) -1 + (short) 5);
        System.out.println("" + new Concatenation("n"));
        System.out.println(new Concatenation("n") + "m");
        System.out.println("t" + new Silent());
        System.out.println("a" + -one);
        System.out.println("a" + one * two);
        System.out.println("q\"uote\\ \ttab");
        System.out.println("b" + Integer.valueOf(5) + Character.valueOf('c') + Boolean.TRUE);
        String s = "x";
        for (int i = 0; i < 3; i++) {
            s += s + i;
        }
        System.out.println(s);
        System.out.println(s.length());
        String t = s;
        s += "!";
        System.out.println(t.equals(s) + " " + t.length());
        final char[] letters = {'o', 'k'};
        System.out.println("" + letters[0] + letters[1]);
        System.out.println(String.valueOf(letters));
        System.out.println("n" + (one > 0 ? "yes" : 'n') + (nothing == null));
    }
}
