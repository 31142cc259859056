import java.util.Arrays;
import java.util.Random;

/** The exact sequences of seeded random numbers. */
public class SeededRandom {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    public static void main(String[] args) {
        for (long seed : new long[] {0, 1, 42, -7, Long.MAX_VALUE}) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int count = 0; count < 5; count++) {
                text.append(random.nextInt()).append(' ');
                text.append(random.nextInt(10)).append(' ');
                text.append(random.nextInt(16)).append(' ');
                text.append(random.nextInt(1 << 30)).append(' ');
                text.append(random.nextInt((1 << 30) + 1)).append(' ');
                text.append(random.nextInt(-5, 6)).append(' ');
                text.append(random.nextInt(Integer.MIN_VALUE, Integer.MAX_VALUE)).append(' ');
                text.append(random.nextInt(8, 16)).append(' ');
                text.append(random.nextBoolean()).append(' ');
                text.append(random.nextLong()).append(' ');
                text.append(random.nextDouble()).append(' ');
                text.append(random.nextFloat()).append(' ');
            }
            show("seed " + seed, text);
        }
        Random random = new Random(5);
        byte[] bytes = new byte[10];
        random.nextBytes(bytes);
        show("bytes", Arrays.toString(bytes));
        random.setSeed(5);
        show("again", random.nextInt(100));
        attempt("bound", () -> random.nextInt(0));
        attempt("range", () -> random.nextInt(3, 3));
        Random open = new Random();
        for (int count = 0; count < 3; count++) {
            int value = open.nextInt(3);
            show("in range", value >= 0 && value < 3);
        }
        int between = open.nextInt(5, 7);
        show("between", between == 5 || between == 6);
    }
}
