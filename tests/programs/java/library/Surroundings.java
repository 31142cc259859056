import java.util.Iterator;

/** System, Runtime and the small interfaces of the language. */
public class Surroundings {
    static class Range implements Iterable<Integer> {
        private final int low;
        private final int high;

        Range(int low, int high) {
            this.low = low;
            this.high = high;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                private int next = low;

                @Override
                public boolean hasNext() {
                    return next < high;
                }

                @Override
                public Integer next() {
                    return next++;
                }
            };
        }
    }

    static class Version implements Comparable<Version> {
        private final int major;

        Version(int major) {
            this.major = major;
        }

        @Override
        public int compareTo(Version other) {
            return Integer.compare(major, other.major);
        }
    }

    @FunctionalInterface
    interface Twice {
        int apply(int number);

        default int twice(int number) {
            return apply(apply(number));
        }
    }

    @SuppressWarnings("unchecked")
    static <T extends Comparable<T>> T greatest(T... values) {
        T result = values[0];
        for (T value : values) {
            if (value.compareTo(result) > 0) {
                result = value;
            }
        }
        return result;
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int number : new Range(1, 5)) {
            sum += number;
        }
        System.out.println(sum);
        new Range(5, 8).forEach(number -> System.out.println("each " + number));
        System.out.println(greatest(3, 9, 4) + " " + greatest("b", "a") + " " + greatest(new Version(1), new Version(3)).major);
        Twice doubled = number -> number * 2;
        System.out.println(doubled.twice(5));
        System.out.println(System.lineSeparator().length() + " " + System.getProperty("line.separator").equals("\n"));
        try {
            System.getProperty("");
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            System.getProperty(null);
        } catch (NullPointerException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println((System.currentTimeMillis() >= 0) + " " + (Runtime.getRuntime().availableProcessors() >= 1) + " "
                + (Runtime.getRuntime() == Runtime.getRuntime()) + " " + (Runtime.getRuntime().totalMemory() >= 0));
        System.gc();
        Runtime.getRuntime().gc();
        Object same = arguments;
        System.out.println(System.identityHashCode(same) == System.identityHashCode(arguments));
        StackTraceElement element = new StackTraceElement("pkg.Type", "method", "Type.java", 12);
        System.out.println(element + " " + element.getClassName() + " " + element.getMethodName() + " " + element.getLineNumber());
        System.out.println(new StackTraceElement("T", "m", null, -1) + " " + new StackTraceElement("T", "m", "T.java", -2) + " "
                + new StackTraceElement("T", "m", "T.java", -1));
        Void nothing = null;
        System.out.println(nothing);
        if (sum == 10) {
            System.exit(0);
        }
        System.out.println("never");
    }
}
