// Anonymous classes with constructor arguments, initialisers, extra members and captures.
abstract class Task {
    private final String name;
    protected int runs;

    Task(String name, int start) {
        this.name = name;
        this.runs = start;
        init();
    }

    void init() {
        System.out.println("default init of " + name);
    }

    abstract int run(int x);

    String report(int x) {
        return name + " " + run(x) + " " + runs;
    }
}

class AnonymousClasses {
    private int base = 10;

    Task make(final int factor) {
        return new Task("made", factor + 1) {
            private int extra = 3;

            {
                extra += factor;
                runs *= 2;
            }

            @Override
            void init() {
                System.out.println("own init, extra is " + extra + ", factor is " + factor);
            }

            @Override
            int run(int x) {
                runs++;
                return helper(x) + base;
            }

            private int helper(int x) {
                return x * factor + extra;
            }
        };
    }

    interface Visitor {
        void visit(int n);
    }

    static void each(int[] data, Visitor v) {
        for (int d : data) {
            v.visit(d);
        }
    }

    public static void main(String[] args) {
        AnonymousClasses a = new AnonymousClasses();
        Task t = a.make(5);
        System.out.println(t.report(2));
        a.base = 1000;
        System.out.println(t.report(2));
        final int[] sum = {0};
        each(new int[] {1, 2, 3}, new Visitor() {
            int seen;

            @Override
            public void visit(int n) {
                seen++;
                sum[0] += n * seen;
            }
        });
        System.out.println(sum[0]);
        Object o = new Object() {
            int hidden = 42;

            @Override
            public String toString() {
                return "hidden " + hidden;
            }
        };
        System.out.println(o);
        int direct = new Object() {
            int twice(int n) {
                return 2 * n;
            }
        }.twice(21);
        System.out.println(direct);
        var v = new Object() {
            int x = 1;
            int y = 2;
        };
        v.x += v.y;
        System.out.println(v.x);
        Comparable<String> byLength = new Comparable<String>() {
            @Override
            public int compareTo(String other) {
                return 3 - other.length();
            }
        };
        System.out.println(byLength.compareTo("four"));
    }
}
