// Fields and static methods are hidden, not overridden: the static type decides.
class Hiding {
    static class A {
        String name = "A";
        static String title = "static A";
        static String hello() { return "hello A"; }
        String nameOfA() { return name; }
    }

    static class B extends A {
        String name = "B";
        static String title = "static B";
        static String hello() { return "hello B"; }
        String both() { return name + super.name + ((A) this).name; }
    }

    static class C extends B {
        int name = 3;
        String all() { return name + super.name + ((B) this).name + ((A) this).name; }
    }

    interface Named {
        String LABEL = "Named";
    }

    static class D implements Named {
        String label() { return LABEL; }
    }

    static class E extends D {
        static final String LABEL = "E";
        String own() { return LABEL + Named.LABEL + label(); }
    }

    public static void main(String[] args) {
        C c = new C();
        B b = c;
        A a = c;
        System.out.println(a.name + b.name + c.name);
        System.out.println(b.both());
        System.out.println(c.all());
        System.out.println(c.nameOfA());
        System.out.println(A.title + " " + B.title + " " + C.title);
        System.out.println(A.hello() + " " + B.hello() + " " + C.hello());
        A.title = "changed A";
        C.title = "changed B";
        System.out.println(A.title + " " + B.title);
        a.name = "AA";
        System.out.println(c.all());
        ((B) a).name = "BB";
        System.out.println(c.all() + " " + b.both());
        System.out.println(new E().own());
        A none = null;
        System.out.println(none.title);
        System.out.println(none.hello());
    }
}
