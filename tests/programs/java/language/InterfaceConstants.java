// Constants in interfaces: implicitly static and final, inherited, hidden, and computed when first needed.
interface Limits {
    int MAX = 10;
    int MIN = -MAX;
    String NAME = "limits" + MAX;
    int[] TABLE = {MAX, MIN};
    Object SHARED = InterfaceConstants.created("Limits.SHARED");
}

interface Wider extends Limits {
    int MAX = Limits.MAX * 100;
    long TOTAL = MAX + Limits.MAX;
}

interface Defaults {
    Object LOADED = InterfaceConstants.created("Defaults.LOADED");

    default void nothing() {
    }
}

class InterfaceConstants implements Wider {
    static Object created(String what) {
        System.out.println("creating " + what);
        return what;
    }

    static class Implementer implements Defaults {
        static {
            System.out.println("Implementer");
        }
    }

    static class Plain implements Limits {
        int MIN = 3;

        int sum() {
            return MIN + Limits.MIN + MAX;
        }
    }

    enum Color implements Limits {
        RED;

        int max() {
            return MAX;
        }
    }

    public static void main(String[] args) {
        System.out.println(MAX + " " + MIN + " " + TOTAL + " " + NAME);
        System.out.println(Limits.MAX + " " + Wider.MIN);
        System.out.println(new Plain().sum());
        System.out.println(Color.RED.max());
        System.out.println("before the table");
        System.out.println(TABLE[1]++ + TABLE[1]);
        System.out.println(Wider.SHARED == Limits.SHARED);
        new Implementer().nothing();
        System.out.println("end");
        switch (1000) {
            case MAX:
                System.out.println("max");
        }
        System.out.println("limits10" == NAME);
    }
}
