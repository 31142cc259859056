// Methods with a variable number of arguments.
class Varargs {
    static String ints(int... a) {
        String s = a.length + ":";
        for (int x : a) {
            s += " " + x;
        }
        return s;
    }

    static String mixed(String first, Object... rest) {
        StringBuilder b = new StringBuilder(first);
        for (Object o : rest) {
            b.append('|').append(o);
        }
        return b.toString();
    }

    @SafeVarargs
    static <T> int count(T... items) {
        return items.length;
    }

    static void change(int... a) {
        if (a.length > 0) {
            a[0] = 99;
        }
    }

    static class Base {
        String of(String... s) {
            return "base " + s.length;
        }
    }

    static class Derived extends Base {
        @Override
        String of(String[] s) {
            return "derived " + s.length;
        }
    }

    final int total;

    Varargs(Integer... parts) {
        int sum = 0;
        for (int p : parts) {
            sum += p;
        }
        total = sum;
    }

    static String longs(long... l) {
        return "longs" + l.length + (l.length > 0 ? " " + l[0] : "");
    }

    public static void main(String... args) {
        System.out.println(ints());
        System.out.println(ints(1));
        System.out.println(ints(1, 2, 3));
        System.out.println(ints(new int[] {4, 5}));
        System.out.println(ints('a', (byte) 2));
        System.out.println(mixed("x"));
        System.out.println(mixed("x", 1, 'c', "s", null, 2.5));
        System.out.println(mixed("x", (Object) new String[] {"a", "b"}).length() > 3);
        System.out.println(mixed("x", (Object[]) new String[] {"a", "b"}));
        System.out.println(mixed("x", new int[0].length));
        System.out.println(count() + count("a") + count(1, "b", 'c') + count(new Integer[5]) + count(new int[5]));
        int[] mine = {1, 2};
        change(mine);
        change(mine[1]);
        System.out.println(mine[0] + " " + mine[1]);
        Base b = new Derived();
        System.out.println(b.of("a", "b"));
        System.out.println(new Varargs(1, 2, 3).total + new Varargs().total);
        System.out.println(longs(1, 2) + longs() + longs('a'));
    }
}
