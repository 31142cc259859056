// The type of a conditional expression: numeric promotion, boxing, constants that fit.
class Conditionals {
    static void show(Object o) {
        String kind = o == null ? "null"
            : o instanceof Integer ? "Integer"
            : o instanceof Character ? "Character"
            : o instanceof Double ? "Double"
            : o instanceof Long ? "Long"
            : o instanceof Byte ? "Byte"
            : o instanceof Short ? "Short"
            : o instanceof String ? "String"
            : o instanceof Boolean ? "Boolean" : "other";
        System.out.println(kind + " " + o);
    }

    static String sign(int n) {
        return n < 0 ? "negative" : n == 0 ? "zero" : "positive";
    }

    public static void main(String[] args) {
        boolean yes = args.length == 0;
        int i = 1;
        char x = 'x';
        byte b = 1;
        short s = 2;
        Integer boxed = 5;
        Integer none = null;
        show(yes ? 1 : 2.0);
        show(yes ? 65 : 'a');
        show(yes ? i : x);
        show(yes ? x : 0);
        show(yes ? x : 70000);
        show(yes ? b : s);
        show(yes ? b : 100);
        show(yes ? b : 1000);
        show(yes ? boxed : 2);
        show(yes ? boxed : 2L);
        show(yes ? boxed : "text");
        show(yes ? "text" : i);
        show(yes ? null : i);
        show(!yes ? i : null);
        show(yes ? (Object) 1 : 2.0);
        show(yes ? true : null);
        try {
            int n = yes ? none : 0;
            System.out.println(n);
        } catch (NullPointerException e) {
            System.out.println("null unboxed");
        }
        System.out.println(sign(-3) + sign(0) + sign(9));
        long l = yes ? i : 5L;
        System.out.println(l);
        int k = 0;
        int r = yes ? k++ : k--;
        System.out.println(r + " " + k);
        System.out.println((yes ? "a" : "b") + (yes ? 1 : 2));
        int[] data = yes ? new int[] {4, 5} : null;
        System.out.println(data[1]);
    }
}
