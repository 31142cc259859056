import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Arrays of every type: texts, copies, sorting, searching, comparing. */
public class ArraysOperations {
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
        int[] numbers = {5, -3, 9, 0, 5, Integer.MIN_VALUE, 7};
        show("text", Arrays.toString(numbers) + Arrays.toString((int[]) null) + Arrays.toString(new int[0]));
        int[] sorted = Arrays.copyOf(numbers, numbers.length);
        Arrays.sort(sorted);
        show("sorted", Arrays.toString(sorted) + " " + Arrays.binarySearch(sorted, 7) + " " + Arrays.binarySearch(sorted, 6));
        Arrays.sort(numbers, 1, 4);
        show("part", Arrays.toString(numbers));
        show("copies", Arrays.toString(Arrays.copyOf(numbers, 3)) + Arrays.toString(Arrays.copyOf(numbers, 9)));
        show("ranges", Arrays.toString(Arrays.copyOfRange(numbers, 2, 4)) + Arrays.toString(Arrays.copyOfRange(numbers, 5, 9)));
        attempt("negative copy", () -> Arrays.copyOf(numbers, -1));
        attempt("bad range", () -> Arrays.copyOfRange(numbers, 4, 2));
        attempt("bad fill", () -> {
            Arrays.fill(numbers, 5, 100, 0);
            return "";
        });
        attempt("bad sort", () -> {
            Arrays.sort(numbers, 3, 1);
            return "";
        });
        attempt("low sort", () -> {
            Arrays.sort(numbers, -1, 1);
            return "";
        });
        Arrays.fill(numbers, 1, 3, 77);
        show("filled", Arrays.toString(numbers) + " " + Arrays.hashCode(numbers) + " " + Arrays.hashCode(new long[] {1L << 40, -1}));
        show("equal", Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + " " + Arrays.equals(new int[] {1}, new int[] {1, 2}) + Arrays.equals(numbers, null));
        double[] doubles = {2.5, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, -1e10};
        Arrays.sort(doubles);
        show("doubles", Arrays.toString(doubles) + " " + Arrays.equals(doubles, doubles.clone()) + " " + Arrays.binarySearch(doubles, 2.5));
        char[] chars = "sorting".toCharArray();
        Arrays.sort(chars);
        show("chars", Arrays.toString(chars) + " " + Arrays.hashCode(chars) + " " + new String(chars));
        byte[] bytes = {3, -1, 127, -128};
        Arrays.sort(bytes);
        short[] shorts = {300, -300, 0};
        Arrays.sort(shorts);
        long[] longs = {1L << 40, -5, 3};
        Arrays.sort(longs);
        boolean[] flags = new boolean[3];
        Arrays.fill(flags, true);
        show("others", Arrays.toString(bytes) + Arrays.toString(shorts) + Arrays.toString(longs) + Arrays.toString(flags) + Arrays.hashCode(flags));
        String[] words = {"pear", "Fig", "apple", "kiwi", "fig"};
        Arrays.sort(words);
        show("words", Arrays.toString(words) + " " + Arrays.binarySearch(words, "kiwi"));
        Arrays.sort(words, (first, second) -> first.length() - second.length());
        show("stable", Arrays.toString(words) + " " + Arrays.hashCode(words));
        Arrays.sort(words, Collections.reverseOrder());
        show("down", Arrays.toString(words) + " " + Arrays.toString(Arrays.copyOfRange(words, 1, 3)) + Arrays.equals(words, new String[] {"pear"}));
        attempt("nulls", () -> {
            Arrays.sort(new String[] {"b", null, "a"});
            return "";
        });
        Integer[] boxed = {3, 1, 2};
        List<Integer> view = Arrays.asList(boxed);
        view.set(0, 30);
        boxed[1] = 10;
        Collections.sort(view);
        show("view", view + " " + Arrays.toString(boxed) + " " + view.contains(30) + view.indexOf(2) + view.size());
        attempt("view add", () -> view.add(4));
        attempt("view remove", () -> view.remove(0));
        attempt("view get", () -> view.get(5));
        int[][] table = {{1, 2}, {3}, {}, null};
        Object[] nested = {1, "two", new int[] {3, 4}, new Object[] {5.5, new char[] {'c'}}, null};
        show("deep", Arrays.deepToString(table) + Arrays.deepToString(nested));
        show("deep equal", Arrays.deepEquals(table, new int[][] {{1, 2}, {3}, {}, null}) + " " + Arrays.deepEquals(table, new int[][] {{1}}));
        show("deep hash", Arrays.deepHashCode(table) + " " + Arrays.deepHashCode(nested));
        int[] squares = new int[6];
        Arrays.setAll(squares, index -> index * index);
        show("set all", Arrays.toString(squares) + " " + Arrays.stream(squares).sum());
    }
}
