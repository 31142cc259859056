// Local classes and what they capture.
class LocalClasses {
    private int field = 5;

    interface Adder {
        int add(int x);
    }

    Adder adder(int amount) {
        int twice = amount * 2;
        class Local implements Adder {
            int calls;

            public int add(int x) {
                calls++;
                return x + amount + twice + field + calls;
            }
        }
        field++;
        return new Local();
    }

    static int recursive(int n) {
        class Fibonacci {
            int of(int k) {
                return k < 2 ? k : new Fibonacci().of(k - 1) + of(k - 2);
            }
        }
        return new Fibonacci().of(n);
    }

    static String nested(String prefix) {
        class Outer {
            String name = prefix + "outer";

            class Inner {
                String name() {
                    class Innermost {
                        String all() {
                            return prefix + name + Outer.this.name.length();
                        }
                    }
                    return new Innermost().all();
                }
            }
        }
        return new Outer().new Inner().name();
    }

    static int shadow() {
        int count = 0;
        for (int i = 0; i < 3; i++) {
            final int copy = i;
            class Box {
                int i = copy * 10;

                int get() {
                    return i + copy;
                }
            }
            count += new Box().get();
        }
        return count;
    }

    public static void main(String[] args) {
        LocalClasses outer = new LocalClasses();
        Adder one = outer.adder(1);
        Adder ten = outer.adder(10);
        System.out.println(one.add(100) + " " + one.add(100) + " " + ten.add(100));
        outer.field = 1000;
        System.out.println(one.add(0));
        System.out.println(recursive(10));
        System.out.println(nested("p-"));
        System.out.println(shadow());
        record Pair(int a, int b) {
            int sum() {
                return a + b;
            }
        }
        System.out.println(new Pair(3, 4).sum());
        enum Size { SMALL, LARGE }
        System.out.println(Size.LARGE.ordinal());
        class Counter {
            private int n;

            Counter up() {
                n++;
                return this;
            }
        }
        System.out.println(new Counter().up().up().n);
    }
}
