/** Which constants are one object: literals, constant expressions, interned strings, classes, enums, boxes. */
public class Identities {
    enum Colour { RED, GREEN { } }

    interface Named {
        String NAME = "ab";
    }

    static final String PART = "a";
    static final String LATE = String.valueOf('a');
    static final Integer SMALL = 100;
    static final Boolean YES = true;

    static String held(Object one, Object other) {
        synchronized (one) {
            return (one == other) + " " + Thread.holdsLock(other) + "; ";
        }
    }

    public static void main(String[] arguments) throws Exception {
        final String local = "b";
        String variable = "b";
        System.out.println(held("ab", "a" + "b") + held("ab", PART + local) + held("ab", LATE + local) + held("ab", PART + variable));
        System.out.println(held("ab", (LATE + variable).intern()) + held(Named.NAME, "ab") + held("ab", new String("ab")));
        System.out.println(held("a1c", "a" + 1 + 'c') + held("true", "" + true) + held("a", (String) PART) + held("ab", PART.concat("b")));
        System.out.println(held("ab", "ab".toString()) + held("ab", "ab".substring(0)) + held("ab", "ab".trim()) + held("", "ab".substring(2)));
        System.out.println(held("x", true ? "x" : PART) + held("b", String.valueOf((Object) variable)) + held("2", Integer.toString(2)));
        System.out.println(held(Colour.RED, Colour.valueOf("RED")) + held(Colour.GREEN, Colour.values()[1]) + held(Colour.GREEN, Colour.RED));
        System.out.println(held(Colour.GREEN.getClass(), Colour.class) + held(Colour.GREEN.getDeclaringClass(), Colour.class));
        System.out.println(held(Identities.class, new Identities().getClass()) + held(int[].class, new int[0].getClass()));
        System.out.println(held(int.class, int.class) + held(Integer.class, SMALL.getClass()) + held(String[].class, arguments.getClass()));
        System.out.println(held(SMALL, 100) + held(YES, Boolean.TRUE) + held(YES, !arguments.getClass().isPrimitive()) + held(SMALL, (long) 100));
        System.out.println(held(SMALL + 27, 127) + held(SMALL + 28, 128) + held(Integer.valueOf("7"), 7) + held('c', "abc".charAt(2)));
    }
}
