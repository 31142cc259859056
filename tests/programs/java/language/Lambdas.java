// Lambdas: captures, this, recursion, exceptions, blocks and currying.
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

class Lambdas {
    interface Operation {
        int apply(int a, int b);
    }

    interface Thrower {
        void run() throws Exception;
    }

    private int state = 1;
    private static int shared;

    Runnable increment(int by) {
        return () -> {
            state += by;
            this.state *= 2;
        };
    }

    static int fold(int[] data, int start, Operation op) {
        int acc = start;
        for (int d : data) {
            acc = op.apply(acc, d);
        }
        return acc;
    }

    static String safely(Thrower t) {
        try {
            t.run();
            return "fine";
        } catch (Exception e) {
            return e.getMessage();
        }
    }

    static Supplier<Integer> counter() {
        int[] n = {0};
        return () -> ++n[0];
    }

    static Operation recursive;

    public static void main(String[] args) {
        int[] data = {1, 2, 3, 4};
        System.out.println(fold(data, 0, (a, b) -> a + b));
        System.out.println(fold(data, 1, (int a, int b) -> { return a * b; }));
        System.out.println(fold(data, Integer.MIN_VALUE, (a, b) -> a > b ? a : b));
        Lambdas it = new Lambdas();
        Runnable r = it.increment(4);
        r.run();
        r.run();
        System.out.println(it.state);
        System.out.println(safely(() -> { throw new Exception("thrown"); }));
        System.out.println(safely(() -> shared++));
        System.out.println(shared);
        Supplier<Integer> one = counter(), two = counter();
        System.out.println(one.get() + one.get() + two.get());
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y;
        System.out.println(add.apply(3).apply(4));
        recursive = (a, b) -> b == 0 ? a : recursive.apply(b, a % b);
        System.out.println(recursive.apply(48, 18));
        List<Supplier<String>> later = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i;
            later.add(() -> "s" + copy * copy);
        }
        for (Supplier<String> s : later) {
            System.out.println(s.get());
        }
        Supplier<Supplier<String>> nested = () -> () -> "nested " + data.length;
        System.out.println(nested.get().get());
        Operation chosen = args.length > 0 ? (a, b) -> a : (a, b) -> b;
        System.out.println(chosen.apply(1, 2));
        Object o = (Runnable & Cloneable) () -> System.out.println("cast");
        ((Runnable) o).run();
        Function<String, Integer> length = s -> s.length();
        System.out.println(length.apply("four") + 1);
        Runnable empty = () -> { };
        empty.run();
    }
}
