// Unicode escapes are translated before anything else, also in names and operators.
class UnicodeEscapes {
    static int \u0061bc = 5;

    public static void main(String[] args) {
        System.out.println(abc \u002B 1);
        String s = "\u0048\u0069";
        System.out.println(s);
        char c = '\u0041';
        System.out.println(c);
        System.out.println((int) '\uuuu0042');
        System.out.println("\\u0041".length());
        int gr\u00fcn = 7;
        System.out.println(gr\u00fcn());
        System.out.println(gr\u00fcn);
        String wide = "\u00e9\u4e2d\ud83d\ude00";
        System.out.println(wide.length());
        for (int i = 0; i < wide.length(); i++) {
            System.out.print((int) wide.charAt(i) + " ");
        }
        System.out.println();
        /\u002A a comment *\u002F
        System.out.println("a\u0022 + "b");
        int $dollar = 1, _under = 2, camelCase9 = 3;
        System.out.println($dollar + _under + camelCase9);
        System.out.println(wide.indexOf('\u4e2d') + " " + wide.equals("\u00e9\u4e2d\ud83d\ude00"));
        System.out.println((char) ('\u0060' + 1));
    }

    static int gr\u00fcn() {
        return 8;
    }
}
