// The enhanced for statement over arrays and over anything that is Iterable.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

class ForEach {
    static class Range implements Iterable<Integer> {
        private final int from;
        private final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Iterator<Integer> iterator() {
            System.out.println("iterator of " + from + ".." + to);
            return new Iterator<Integer>() {
                private int next = from;

                @Override
                public boolean hasNext() {
                    return next < to;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    return next++;
                }
            };
        }
    }

    static int[] fetched() {
        System.out.println("fetched once");
        return new int[] {1, 2, 3};
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i : fetched()) {
            sum += i;
        }
        System.out.println(sum);
        for (int i : new Range(1, 3)) {
            for (Integer j : new Range(i, 3)) {
                System.out.println(i + " " + j);
            }
        }
        for (long wide : new int[] {5, 6}) {
            System.out.println(wide / 2.0);
        }
        for (char c : "abc".toCharArray()) {
            c++;
            System.out.print(c);
        }
        System.out.println();
        int[] data = {1, 2, 3};
        for (int d : data) {
            d *= 2;
            data = new int[] {9, 9, 9, 9};
        }
        System.out.println(data.length);
        List<String> words = new ArrayList<>();
        words.add("x");
        words.add("y");
        for (String w : words) {
            System.out.println(w.length() + w);
        }
        for (final Object o : words) {
            if (o.equals("y")) {
                break;
            }
            System.out.println(o);
        }
        int[][] jagged = {{1}, {}, {2, 3}};
        for (int[] row : jagged) {
            for (int cell : row) {
                System.out.print(cell + ",");
            }
            System.out.print(";");
        }
        System.out.println();
        int[] none = null;
        try {
            for (int i : none) {
                System.out.println(i);
            }
        } catch (NullPointerException e) {
            System.out.println("no array");
        }
        List<Runnable> later = new ArrayList<>();
        for (int i : new int[] {7, 8}) {
            later.add(() -> System.out.println("captured " + i));
        }
        for (Runnable r : later) {
            r.run();
        }
    }
}
