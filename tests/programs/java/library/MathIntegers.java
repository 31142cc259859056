/** Integer functions of Math, with their overflows. */
public class MathIntegers {
    interface Action {
        Object run();
    }

    static String outcome(Action action) {
        try {
            return String.valueOf(action.run());
        } catch (ArithmeticException exception) {
            return exception.getMessage();
        }
    }

    public static void main(String[] arguments) {
        int[] ints = {0, 1, -1, 7, -7, 46341, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : ints) {
            System.out.println(a + ": " + Math.abs(a) + ", " + outcome(() -> Math.absExact(a)) + ", " + outcome(() -> Math.negateExact(a))
                    + ", " + outcome(() -> Math.incrementExact(a)) + ", " + outcome(() -> Math.decrementExact(a)));
            for (int b : ints) {
                System.out.println(a + " " + b + ": " + Math.max(a, b) + " " + Math.min(a, b) + " " + Math.multiplyFull(a, b) + ", "
                        + outcome(() -> Math.addExact(a, b)) + ", " + outcome(() -> Math.subtractExact(a, b)) + ", "
                        + outcome(() -> Math.multiplyExact(a, b)) + ", " + outcome(() -> Math.floorDiv(a, b)) + ", "
                        + outcome(() -> Math.floorMod(a, b)) + ", " + outcome(() -> a / b) + ", " + outcome(() -> a % b));
            }
        }
        long[] longs = {0, -1, 5, -5, 3037000500L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long a : longs) {
            System.out.println(a + ": " + Math.abs(a) + ", " + outcome(() -> Math.absExact(a)) + ", " + outcome(() -> Math.negateExact(a))
                    + ", " + outcome(() -> Math.incrementExact(a)) + ", " + outcome(() -> Math.decrementExact(a)) + ", "
                    + outcome(() -> Math.toIntExact(a)));
            for (long b : longs) {
                System.out.println(a + " " + b + ": " + outcome(() -> Math.addExact(a, b)) + ", " + outcome(() -> Math.subtractExact(a, b))
                        + ", " + outcome(() -> Math.multiplyExact(a, b)) + ", " + outcome(() -> Math.floorDiv(a, b)) + ", "
                        + outcome(() -> Math.floorMod(a, b)) + ", " + Math.max(a, b));
            }
        }
        System.out.println(Math.floorMod(-7L, 3) + " " + Math.floorDiv(-7L, 3) + " " + outcome(() -> Math.multiplyExact(1L << 62, 2)));
        System.out.println(StrictMath.max(2, 3) + " " + StrictMath.abs(-2L) + " " + outcome(() -> StrictMath.addExact(1 << 30, 1 << 30)));
    }
}
