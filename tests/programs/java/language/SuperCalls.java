// super in constructors, methods, across levels and from inner classes.
class SuperCalls {
    static class A {
        protected int n;

        A(int n) {
            this.n = n;
        }

        int step() { return n += 1; }
        String path() { return "A" + n; }
    }

    static class B extends A {
        B() {
            super(compute(3));
        }

        B(int n) {
            super(n * 2);
            super.n++;
        }

        private static int compute(int x) {
            return x * x;
        }

        @Override
        String path() { return super.path() + "B" + super.n; }
    }

    static class C extends B {
        C(int n) {
            super(n);
        }

        @Override
        int step() { return super.step() + 100; }

        @Override
        String path() {
            step();
            super.step();
            return super.path() + "C" + this.n;
        }

        Runnable later() {
            return () -> System.out.println("lambda " + super.path());
        }

        class Inner {
            String up() { return C.super.path() + "/" + C.this.path(); }
        }
    }

    static class D extends C {
        D() {
            super(0);
        }

        @Override
        public String toString() {
            return "D[" + super.path() + "]";
        }
    }

    public static void main(String[] args) {
        System.out.println(new B().path());
        System.out.println(new B(5).path());
        C c = new C(1);
        System.out.println(c.path());
        System.out.println(c.step());
        c.later().run();
        System.out.println(c.new Inner().up());
        System.out.println(new D());
        A a = new D();
        System.out.println(a.step() + " " + a.path());
    }
}
