// Boxing, unboxing, and which boxes are the same object.
class BoxingCache {
    static Integer field;

    static Integer pass(Integer i) {
        return i;
    }

    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println(a == b);
        System.out.println(c == d);
        System.out.println(c.equals(d));
        System.out.println(c == 128);
        System.out.println(c <= d && c >= d && c != d);
        Integer low = -128, low2 = -128, lower = -129, lower2 = -129;
        System.out.println((low == low2) + " " + (lower == lower2));
        Long l1 = 100L, l2 = 100L, l3 = 1000L, l4 = 1000L;
        System.out.println((l1 == l2) + " " + (l3 == l4));
        Character x = 'x', y = 'x', wide = '\u1000', wide2 = '\u1000';
        System.out.println((x == y) + " " + (wide == wide2));
        Boolean t = true, u = Boolean.TRUE;
        System.out.println(t == u);
        Byte b1 = 5, b2 = (byte) 5;
        Short s1 = 5, s2 = 5;
        System.out.println((b1 == b2) + " " + (s1 == s2));
        System.out.println(a.equals(127L) + " " + Long.valueOf(127).equals(127L) + " " + b1.equals(5));
        System.out.println(pass(127) == a);
        System.out.println(new Object().equals(a));
        Object o = 1;
        System.out.println(o.equals(1) + " " + o.equals(1L) + " " + (o == (Object) 1));
        Integer sum = a + b;
        System.out.println(sum);
        int i = c;
        long wideInt = c;
        double dbl = c;
        System.out.println(i + wideInt + dbl);
        Integer n = 5;
        Integer same = n;
        n++;
        System.out.println(n + " " + same);
        try {
            int bad = field;
            System.out.println(bad);
        } catch (NullPointerException e) {
            System.out.println("unboxing null");
        }
        try {
            field++;
        } catch (NullPointerException e) {
            System.out.println("incrementing null");
        }
        try {
            if (field == 0) {
                System.out.println("no");
            }
        } catch (NullPointerException e) {
            System.out.println("comparing null");
        }
        System.out.println(field == null);
        System.out.println(Integer.valueOf(200).hashCode() + Character.valueOf('a').hashCode() + Boolean.hashCode(true));
        System.out.println(Integer.valueOf(3).compareTo(5) + " " + a.intValue() + " " + a.byteValue());
        Object[] mixed = {1, 1L, 1.0, 1f, 'c', true, (byte) 1, (short) 1};
        for (Object m : mixed) {
            System.out.print(m instanceof Number ? "n" : "-");
        }
        System.out.println();
    }
}
