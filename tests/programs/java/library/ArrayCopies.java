/** Copies of arrays, their overlaps and their exceptions. */
public class ArrayCopies {
    static void show(String label, Object source, int from, Object target, int to, int count) {
        String outcome = "copied";
        try {
            System.arraycopy(source, from, target, to, count);
        } catch (IndexOutOfBoundsException | ArrayStoreException exception) {
            outcome = exception.getClass().getName() + ": " + exception.getMessage();
        } catch (NullPointerException exception) {
            outcome = "null";
        }
        System.out.println(label + ": " + outcome);
    }

    static String text(int[] numbers) {
        StringBuilder result = new StringBuilder();
        for (int number : numbers) {
            result.append(number).append(' ');
        }
        return result.toString();
    }

    static String text(Object[] objects) {
        StringBuilder result = new StringBuilder();
        for (Object object : objects) {
            result.append(object).append(' ');
        }
        return result.toString();
    }

    public static void main(String[] arguments) {
        int[] numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        show("down", numbers, 3, numbers, 1, 5);
        System.out.println(text(numbers));
        show("up", numbers, 0, numbers, 2, 6);
        System.out.println(text(numbers));
        show("same", numbers, 0, numbers, 0, 10);
        show("none at end", numbers, 10, numbers, 10, 0);
        System.out.println(text(numbers));
        int[] ten = new int[10];
        show("last source", numbers, 5, ten, 0, 7);
        show("last target", numbers, 0, ten, 5, 7);
        show("source", numbers, -1, ten, 0, 1);
        show("target", numbers, 0, ten, -2, 1);
        show("length", numbers, 0, ten, 0, -3);
        show("far", numbers, Integer.MAX_VALUE, ten, 0, 1);
        show("both", numbers, 8, ten, 9, 3);
        show("null source", null, 0, ten, 0, 0);
        show("null target", numbers, 0, null, 0, 0);
        show("no array", "text", 0, ten, 0, 1);
        show("no target", numbers, 0, "text", 0, 1);
        show("mismatch", numbers, 0, new long[3], 0, 1);
        show("mismatch objects", numbers, 0, new Object[3], 0, 1);
        show("mismatch ints", new Object[3], 0, numbers, 0, 1);
        show("empty mismatch", new byte[0], 0, new char[0], 0, 0);
        Object[] objects = {"a", "b", 3, "d"};
        String[] strings = new String[4];
        show("elements", objects, 0, strings, 0, 4);
        System.out.println(text(strings));
        show("fitting elements", objects, 0, strings, 1, 2);
        System.out.println(text(strings));
        show("widening", strings, 0, objects, 0, 4);
        System.out.println(text(objects));
        show("objects outside", objects, 2, strings, 0, 3);
        int[][] rows = {{1}, {2, 3}};
        int[][] copied = new int[2][];
        show("rows", rows, 0, copied, 0, 2);
        System.out.println((rows[1] == copied[1]) + " " + copied[1].length);
        char[] characters = "character".toCharArray();
        show("chars", characters, 1, characters, 3, 5);
        System.out.println(new String(characters));
        byte[] bytes = {1, 2, 3};
        boolean[] flags = {true, false, true};
        double[] reals = {1.5, 2.5};
        long[] longs = {1L << 40, 2};
        short[] shorts = {5, 6};
        float[] floats = {0.5f, 1.5f};
        show("bytes", bytes, 0, bytes, 1, 2);
        show("flags", flags, 1, flags, 0, 2);
        show("reals", reals, 1, reals, 0, 1);
        show("longs", longs, 0, longs, 1, 1);
        show("shorts", shorts, 1, shorts, 0, 1);
        show("floats", floats, 1, floats, 0, 1);
        show("bytes outside", bytes, 0, bytes, 2, 2);
        System.out.println(bytes[2] + " " + flags[0] + flags[1] + flags[2] + " " + reals[0] + " " + longs[1] + " " + shorts[0] + " " + floats[0]);
        int[] clone = numbers.clone();
        clone[0] = 99;
        System.out.println(text(numbers) + text(clone) + clone.length + " " + numbers.equals(clone));
        int[][] shallow = rows.clone();
        shallow[0][0] = 77;
        System.out.println(rows[0][0] + " " + (shallow != rows));
    }
}
