// Enum constants with bodies, abstract methods, interfaces and nested state.
import java.util.function.IntBinaryOperator;

class EnumBodies {
    enum Operation implements IntBinaryOperator {
        PLUS("+") {
            @Override
            public int applyAsInt(int a, int b) {
                return a + b;
            }
        },
        MINUS("-") {
            private int uses;

            @Override
            public int applyAsInt(int a, int b) {
                uses++;
                return a - b;
            }

            @Override
            String info() {
                return super.info() + " used " + uses;
            }
        },
        TIMES("*") {
            @Override
            public int applyAsInt(int a, int b) {
                int result = 0;
                for (int i = 0; i < b; i++) {
                    result = PLUS.applyAsInt(result, a);
                }
                return result;
            }
        };

        final String symbol;

        Operation(String symbol) {
            this.symbol = symbol;
        }

        String info() {
            return name() + "(" + symbol + ")";
        }
    }

    enum State {
        IDLE {
            State next(char c) {
                return c == 's' ? RUNNING : this;
            }
        },
        RUNNING {
            State next(char c) {
                return c == 'p' ? PAUSED : c == 'x' ? IDLE : this;
            }
        },
        PAUSED {
            State next(char c) {
                return c == 's' ? RUNNING : c == 'x' ? IDLE : this;
            }
        };

        abstract State next(char c);
    }

    enum Lambda {
        DOUBLE(x -> x * 2), NEGATE(x -> -x);

        interface Fn {
            int of(int x);
        }

        private final Fn fn;

        Lambda(Fn fn) {
            this.fn = fn;
        }

        int apply(int x) {
            return fn.of(x);
        }
    }

    public static void main(String[] args) {
        for (Operation op : Operation.values()) {
            System.out.println(7 + op.symbol + 3 + "=" + op.applyAsInt(7, 3));
        }
        IntBinaryOperator minus = Operation.MINUS;
        System.out.println(minus.applyAsInt(1, 2));
        for (Operation op : Operation.values()) {
            System.out.println(op.info());
        }
        State s = State.IDLE;
        for (char c : "pspsxq".toCharArray()) {
            s = s.next(c);
            System.out.print(s + " ");
        }
        System.out.println();
        System.out.println(Lambda.DOUBLE.apply(4) + Lambda.NEGATE.apply(1));
        System.out.println(Operation.PLUS.getDeclaringClass() == Operation.TIMES.getDeclaringClass());
        System.out.println(Operation.PLUS.getClass() == Operation.class);
    }
}
