import java.util.function.IntUnaryOperator;

// Overloaded methods, inner and local classes, lambdas that capture, conditionals, arrays.
interface Step {
    int next(int from);
}

abstract class Shape {
    int level;

    abstract int rise(int by);
}

class Stairs extends Shape {
    int rise(int by) {
        level = level + by;
        return level;
    }
}

class Ramp extends Shape {
    int rise(int by) {
        return level += 2 * by;
    }
}

class Calls {
    int value = 1;
    int[] cells = new int[3];
    int[][] grid = {{1, 2}, {}, new int[2]};

    void add(int n) {
        value = value + n;
    }

    int add(int n, int m) {
        add(n);
        this.value += m;
        return value;
    }

    class Inner {
        int seen = value;

        boolean same() {
            return seen == Calls.this.value;
        }
    }

    int sum(int... numbers) {
        int result = 0;
        for (int number : numbers)
            result ^= number;
        return result;
    }

    synchronized int doubled() {
        try {
            return value * 2;
        } finally {
            value = value > 0 ? value : (-value);
        }
    }
}

class Main {
    static int twice(IntUnaryOperator step, int start) {
        return step.applyAsInt(step.applyAsInt(start));
    }

    static int run(int input) {
        Calls calls = new Calls();
        calls.add(input);
        int got = calls.add(input, 2) + calls.doubled();
        final int captured = got;
        IntUnaryOperator op = v -> v + captured;
        Step step = new Step() {
            public int next(int from) {
                return from - captured;
            }
        };
        got = twice(op, step.next(input));
        calls.cells[1] = got;
        calls.cells[0]++;
        calls.cells[2] -= calls.cells[0];
        calls.grid[2][1] = calls.sum(got, 1, calls.cells[2]);
        Shape shape = input % 4 == 0 ? new Stairs() : new Ramp();
        shape.rise(got);
        Calls.Inner inner = calls.new Inner();
        Runnable change = () -> calls.add(shape.rise(1));
        change.run();
        if (inner.same()) {
            got = shape.level;
        }
        int last;
        last = calls.value = got;
        return switch (input) {
            case 0 -> last;
            default -> {
                yield last + calls.grid[0][1] + calls.grid[2][1];
            }
        };
    }

    public static void main(String[] args) {
        for (int input = -3; input < 4; input++) {
            System.out.println(run(input));
        }
    }
}
