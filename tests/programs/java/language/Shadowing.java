// Names that hide each other: locals, parameters, fields, methods, types and labels.
class Shadowing {
    static int x = 1;
    int y = 2;
    String String = "field named String";

    static class Integer {
        static int MAX_VALUE = 7;
    }

    Shadowing(int y) {
        y = y + 1;
        this.y += y;
    }

    static int x() {
        return x + 100;
    }

    int shadow(int x) {
        int y = x * 2;
        Shadowing.x++;
        {
            int z = y;
            y = z + 1;
        }
        int z = 5;
        return x + y + z + this.y;
    }

    static int loops() {
        int total = 0;
        for (int i = 0; i < 2; i++) {
            total += i;
        }
        for (int i = 10; i < 12; i++) {
            total += i;
        }
        int i = 100;
        return total + i;
    }

    class Inner {
        int y = 50;

        int get(int y) {
            return y + this.y + Shadowing.this.y + x;
        }

        int x(int n) {
            return n;
        }

        int call() {
            return x(3) + Shadowing.x();
        }
    }

    static String main = "field named main";

    static int length(String[] args) {
        args: for (;;) {
            break args;
        }
        return args.length;
    }

    public static void main(String[] args) {
        System.out.println(x);
        int x = 10;
        System.out.println(x + Shadowing.x + x());
        Shadowing s = new Shadowing(5);
        System.out.println(s.y);
        System.out.println(s.shadow(3));
        System.out.println(Shadowing.x);
        System.out.println(loops());
        System.out.println(s.new Inner().get(1000));
        System.out.println(s.new Inner().call());
        System.out.println(s.String);
        System.out.println(main + length(new String[3]));
        System.out.println(Integer.MAX_VALUE + java.lang.Integer.MIN_VALUE);
        String Shadowing = "local named like the class";
        System.out.println(Shadowing.length());
        Runnable r = new Runnable() {
            int x = 77;

            public void run() {
                int s = this.x;
                System.out.println(x + s);
            }
        };
        r.run();
    }
}
