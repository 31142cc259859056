import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** What makes or copies an array is a method of the class around it, although it is written as a reference. */
public class ArrayReferenceWhileInitialising {
    static class Tables {
        static final int[] FIRST = new int[1];

        static {
            IntFunction<int[]> maker = int[]::new;
            UnaryOperator<int[]> copier = int[]::clone;
            Thread worker = new Thread() {
                @Override
                public void run() {
                    maker.apply(copier.apply(FIRST).length);
                }
            };
            worker.start();
            try {
                worker.join();
            } catch (InterruptedException e) {
                FIRST[0] = 1;
            }
        }
    }

    public static void main(String[] arguments) {
        System.out.println(Tables.FIRST[0]);
    }
}
