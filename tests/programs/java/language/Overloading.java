// Overload resolution in phases: without boxing, with boxing, with variable arity; the most specific wins.
class Overloading {
    static String f(int x) { return "int"; }
    static String f(long x) { return "long"; }
    static String f(double x) { return "double"; }
    static String f(Integer x) { return "Integer"; }
    static String f(Object x) { return "Object"; }
    static String f(int... x) { return "int..."; }

    static String g(long x) { return "long"; }
    static String g(Integer x) { return "Integer"; }
    static String g(Object x) { return "Object"; }

    static String h(Object x) { return "Object"; }
    static String h(int... x) { return "int..."; }

    static String k(float x) { return "float"; }
    static String k(double x) { return "double"; }

    static String m(char c) { return "char"; }
    static String m(int i) { return "int"; }

    static String p(Object a, String b) { return "Object,String"; }
    static String p(String a, String b) { return "String,String"; }

    static String q(double x) { return "double"; }
    static String q(Object x) { return "Object"; }

    static String r(Number x) { return "Number"; }
    static String r(Comparable<?> x) { return "Comparable"; }
    static String r(Object x) { return "Object"; }

    static String v(String s, Object... rest) { return "rest " + rest.length; }
    static String v(String s) { return "alone"; }

    public static void main(String[] args) {
        byte b = 1;
        short s = 1;
        char c = 'c';
        long l = 1;
        float fl = 1;
        System.out.println(f(b) + " " + f(s) + " " + f(c) + " " + f(1) + " " + f(l) + " " + f(fl) + " " + f(1.0));
        System.out.println(f(Integer.valueOf(1)) + " " + f(Long.valueOf(1)) + " " + f("s") + " " + f() + " " + f(1, 2));
        System.out.println(g(1) + " " + g(Integer.valueOf(1)) + " " + g('c') + " " + g(1.0));
        System.out.println(h(1) + " " + h() + " " + h(1, 2) + " " + h(new int[] {1}) + " " + h((Object) new int[] {1}));
        System.out.println(k(1) + " " + k(1L) + " " + k(1f) + " " + k(1.0));
        System.out.println(m('a') + " " + m(97) + " " + m((char) 97) + " " + m('a' + 1) + " " + m(b));
        System.out.println(p("a", "b") + " " + p((Object) "a", "b") + " " + p(1, "b"));
        System.out.println(q(1) + " " + q(Integer.valueOf(1)) + " " + q('c') + " " + q("s"));
        System.out.println(r((Number) 1) + " " + r("s") + " " + r(new Object()) + " " + r(true));
        System.out.println(v("a") + " " + v("a", 1) + " " + v("a", "b", "c") + " " + v("a", (Object) null) + " " + v("a", new Object[3]));
    }
}
