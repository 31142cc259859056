// Which strings are the same object: literals and constant expressions, but not what is computed at run time.
class ConstantStrings {
    static final String HELLO = "Hello";
    static final int NUMBER = 5;
    static String notFinal = "Hel";

    static class Other {
        static final String HELLO = "Hel" + "lo";
    }

    static String result() {
        return "Hello";
    }

    public static void main(String[] args) {
        final String half = "Hel";
        final String computed = notFinal;
        String lo = "lo";
        System.out.println(HELLO == "Hello");
        System.out.println(HELLO == Other.HELLO);
        System.out.println(HELLO == result());
        System.out.println(HELLO == "Hel" + "lo");
        System.out.println(HELLO == half + "lo");
        System.out.println(HELLO == "Hel" + lo);
        System.out.println(HELLO == notFinal + "lo");
        System.out.println(HELLO == computed + "lo");
        System.out.println(HELLO == ("Hel" + lo).intern());
        System.out.println(HELLO.equals("Hel" + lo));
        System.out.println(HELLO == new String("Hello"));
        System.out.println(HELLO == new String("Hello").intern());
        System.out.println("5" == "" + NUMBER);
        System.out.println("5true1.5c" == "" + NUMBER + true + 1.5 + 'c');
        System.out.println("7" == "" + (NUMBER + 2));
        System.out.println("x" == (NUMBER > 3 ? "x" : "y"));
        System.out.println("97" == "" + (int) 'a');
        String a = "ab";
        String b = "a";
        b += "b";
        System.out.println(a == b);
        System.out.println(a.equals(b));
        System.out.println(a == b.intern());
        System.out.println("".equals(""));
        System.out.println("" == "a".substring(1).intern());
        switch (NUMBER) {
            case 2 + 3:
                System.out.println("five");
                break;
            case NUMBER + 1:
                System.out.println("six");
                break;
        }
    }
}
