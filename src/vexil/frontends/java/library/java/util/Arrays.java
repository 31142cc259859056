package java.util;

import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import vexil.ArrayTypes;

/** Operations on arrays. */
public final class Arrays {
    private Arrays() {
    }

    private static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(from);
        }
        if (to > length) {
            throw new ArrayIndexOutOfBoundsException(to);
        }
    }

    private static int lengthOf(int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        return to - from;
    }

    // --- lists and streams over arrays -------------------------------------------------------------------

    @SafeVarargs
    public static <T> List<T> asList(T... array) {
        return new ArrayList<T>(array);
    }

    /** A list of fixed size that writes through to an array. */
    private static class ArrayList<E> extends AbstractList<E> implements RandomAccess {
        private final E[] array;

        ArrayList(E[] array) {
            this.array = Objects.requireNonNull(array);
        }

        public int size() {
            return array.length;
        }

        public E get(int index) {
            return array[index];
        }

        public E set(int index, E element) {
            E old = array[index];
            array[index] = element;
            return old;
        }

        public void sort(Comparator<? super E> order) {
            Arrays.sort(array, order);
        }

        public Iterator<E> iterator() {
            return new Iterator<E>() {
                private int next;

                public boolean hasNext() {
                    return next < array.length;
                }

                public E next() {
                    if (next >= array.length) {
                        throw new NoSuchElementException();
                    }
                    return array[next++];
                }
            };
        }
    }

    public static <T> Stream<T> stream(T[] array) {
        return Stream.over(copyOf(array, array.length));
    }

    public static IntStream stream(int[] array) {
        return IntStream.over(copyOf(array, array.length));
    }

    public static IntStream stream(int[] array, int from, int to) {
        return IntStream.over(copyOfRange(array, from, to));
    }

    public static <T> void setAll(T[] array, IntFunction<? extends T> generator) {
        for (int index = 0; index < array.length; index++) {
            array[index] = generator.apply(index);
        }
    }

    public static void setAll(int[] array, IntUnaryOperator generator) {
        for (int index = 0; index < array.length; index++) {
            array[index] = generator.applyAsInt(index);
        }
    }

    // --- objects -----------------------------------------------------------------------------------------

    public static <T> T[] copyOf(T[] array, int length) {
        if (length < 0) {
            throw new NegativeArraySizeException("" + length);
        }
        T[] copy = ArrayTypes.newLike(array, length);
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static <T> T[] copyOfRange(T[] array, int from, int to) {
        T[] copy = ArrayTypes.newLike(array, lengthOf(from, to));
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(Object[] array) {
        sort(array, 0, array.length, null);
    }

    public static void sort(Object[] array, int from, int to) {
        sort(array, from, to, null);
    }

    public static <T> void sort(T[] array, Comparator<? super T> order) {
        sort(array, 0, array.length, order);
    }

    /**
     * Sort by binary insertion after the first run, which keeps the order of equal elements.
     *
     * <p>The JDK compares in the same sequence up to 31 elements.
     */
    public static <T> void sort(T[] array, int from, int to, Comparator<? super T> order) {
        checkRange(array.length, from, to);
        for (int next = firstRun(array, from, to, order); next < to; next++) {
            T element = array[next];
            int low = from;
            int high = next;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (compare(element, array[middle], order) < 0) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            for (int index = next; index > low; index--) {
                array[index] = array[index - 1];
            }
            array[low] = element;
        }
    }

    /** Find the end of the run at the start, and turn it around if it goes down. */
    private static <T> int firstRun(T[] array, int from, int to, Comparator<? super T> order) {
        int end = from + 1;
        if (end >= to) {
            return to;
        }
        if (compare(array[end++], array[from], order) >= 0) {
            while (end < to && compare(array[end], array[end - 1], order) >= 0) {
                end++;
            }
            return end;
        }
        while (end < to && compare(array[end], array[end - 1], order) < 0) {
            end++;
        }
        for (int low = from, high = end - 1; low < high; low++, high--) {
            T element = array[low];
            array[low] = array[high];
            array[high] = element;
        }
        return end;
    }

    private static <T> int compare(T first, T second, Comparator<? super T> order) {
        return order == null ? ((Comparable<T>) first).compareTo(second) : order.compare(first, second);
    }

    public static int binarySearch(Object[] array, Object key) {
        return binarySearch(array, 0, array.length, key, null);
    }

    public static <T> int binarySearch(T[] array, T key, Comparator<? super T> order) {
        return binarySearch(array, 0, array.length, key, order);
    }

    public static <T> int binarySearch(T[] array, int from, int to, T key, Comparator<? super T> order) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int result = compare(array[middle], key, order);
            if (result < 0) {
                low = middle + 1;
            } else if (result > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(Object[] array, Object value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(Object[] array, int from, int to, Object value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(Object[] first, Object[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (!Objects.equals(first[index], second[index])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(Object[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + (array[index] == null ? 0 : array[index].hashCode());
        }
        return hash;
    }

    public static String toString(Object[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    // --- arrays of arrays --------------------------------------------------------------------------------

    public static boolean deepEquals(Object[] first, Object[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (!Objects.deepEquals(first[index], second[index])) {
                return false;
            }
        }
        return true;
    }

    static boolean deepEqual(Object first, Object second) {
        if (first instanceof Object[] && second instanceof Object[]) {
            return deepEquals((Object[]) first, (Object[]) second);
        }
        if (first instanceof int[] && second instanceof int[]) {
            return equals((int[]) first, (int[]) second);
        }
        if (first instanceof long[] && second instanceof long[]) {
            return equals((long[]) first, (long[]) second);
        }
        if (first instanceof double[] && second instanceof double[]) {
            return equals((double[]) first, (double[]) second);
        }
        if (first instanceof char[] && second instanceof char[]) {
            return equals((char[]) first, (char[]) second);
        }
        if (first instanceof byte[] && second instanceof byte[]) {
            return equals((byte[]) first, (byte[]) second);
        }
        if (first instanceof short[] && second instanceof short[]) {
            return equals((short[]) first, (short[]) second);
        }
        if (first instanceof float[] && second instanceof float[]) {
            return equals((float[]) first, (float[]) second);
        }
        if (first instanceof boolean[] && second instanceof boolean[]) {
            return equals((boolean[]) first, (boolean[]) second);
        }
        return first.equals(second);
    }

    public static int deepHashCode(Object[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + deepHash(array[index]);
        }
        return hash;
    }

    private static int deepHash(Object element) {
        if (element instanceof Object[]) {
            return deepHashCode((Object[]) element);
        }
        if (element instanceof int[]) {
            return hashCode((int[]) element);
        }
        if (element instanceof long[]) {
            return hashCode((long[]) element);
        }
        if (element instanceof double[]) {
            return hashCode((double[]) element);
        }
        if (element instanceof char[]) {
            return hashCode((char[]) element);
        }
        if (element instanceof byte[]) {
            return hashCode((byte[]) element);
        }
        if (element instanceof short[]) {
            return hashCode((short[]) element);
        }
        if (element instanceof float[]) {
            return hashCode((float[]) element);
        }
        if (element instanceof boolean[]) {
            return hashCode((boolean[]) element);
        }
        return element == null ? 0 : element.hashCode();
    }

    public static String deepToString(Object[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ");
            text.append(array[index] == array ? "[...]" : deepText(array[index]));
        }
        return text.append("]").toString();
    }

    private static String deepText(Object element) {
        if (element instanceof Object[]) {
            return deepToString((Object[]) element);
        }
        if (element instanceof int[]) {
            return toString((int[]) element);
        }
        if (element instanceof long[]) {
            return toString((long[]) element);
        }
        if (element instanceof double[]) {
            return toString((double[]) element);
        }
        if (element instanceof char[]) {
            return toString((char[]) element);
        }
        if (element instanceof byte[]) {
            return toString((byte[]) element);
        }
        if (element instanceof short[]) {
            return toString((short[]) element);
        }
        if (element instanceof float[]) {
            return toString((float[]) element);
        }
        if (element instanceof boolean[]) {
            return toString((boolean[]) element);
        }
        return String.valueOf(element);
    }

    // --- int ---------------------------------------------------------------------------------------------

    public static int[] copyOf(int[] array, int length) {
        int[] copy = new int[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static int[] copyOfRange(int[] array, int from, int to) {
        int[] copy = new int[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(int[] array, int value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(int[] array, int from, int to, int value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(int[] first, int[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (first[index] != second[index]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(int[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + array[index];
        }
        return hash;
    }

    public static String toString(int[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    public static void sort(int[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(int[] array, int from, int to) {
        checkRange(array.length, from, to);
        for (int next = from + 1; next < to; next++) {
            int element = array[next];
            int place = next;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(int[] array, int key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(int[] array, int from, int to, int key) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    // --- long --------------------------------------------------------------------------------------------

    public static long[] copyOf(long[] array, int length) {
        long[] copy = new long[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static long[] copyOfRange(long[] array, int from, int to) {
        long[] copy = new long[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(long[] array, long value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(long[] array, int from, int to, long value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(long[] first, long[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (first[index] != second[index]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(long[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + (int) (array[index] ^ array[index] >>> 32);
        }
        return hash;
    }

    public static String toString(long[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    public static void sort(long[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(long[] array, int from, int to) {
        checkRange(array.length, from, to);
        for (int next = from + 1; next < to; next++) {
            long element = array[next];
            int place = next;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(long[] array, long key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(long[] array, int from, int to, long key) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    // --- double ------------------------------------------------------------------------------------------

    public static double[] copyOf(double[] array, int length) {
        double[] copy = new double[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static double[] copyOfRange(double[] array, int from, int to) {
        double[] copy = new double[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(double[] array, double value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(double[] array, int from, int to, double value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(double[] first, double[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (Double.compare(first[index], second[index]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(double[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + Double.hashCode(array[index]);
        }
        return hash;
    }

    public static String toString(double[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    public static void sort(double[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(double[] array, int from, int to) {
        checkRange(array.length, from, to);
        for (int next = from + 1; next < to; next++) {
            double element = array[next];
            int place = next;
            while (place > from && Double.compare(array[place - 1], element) > 0) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(double[] array, double key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(double[] array, int from, int to, double key) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Double.compare(array[middle], key) < 0) {
                low = middle + 1;
            } else if (Double.compare(array[middle], key) > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    // --- char --------------------------------------------------------------------------------------------

    public static char[] copyOf(char[] array, int length) {
        char[] copy = new char[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static char[] copyOfRange(char[] array, int from, int to) {
        char[] copy = new char[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(char[] array, char value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(char[] array, int from, int to, char value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(char[] first, char[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (first[index] != second[index]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(char[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + array[index];
        }
        return hash;
    }

    public static String toString(char[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    public static void sort(char[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(char[] array, int from, int to) {
        checkRange(array.length, from, to);
        for (int next = from + 1; next < to; next++) {
            char element = array[next];
            int place = next;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(char[] array, char key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(char[] array, int from, int to, char key) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    // --- byte --------------------------------------------------------------------------------------------

    public static byte[] copyOf(byte[] array, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static byte[] copyOfRange(byte[] array, int from, int to) {
        byte[] copy = new byte[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(byte[] array, byte value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(byte[] array, int from, int to, byte value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(byte[] first, byte[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (first[index] != second[index]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(byte[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + array[index];
        }
        return hash;
    }

    public static String toString(byte[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    public static void sort(byte[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(byte[] array, int from, int to) {
        checkRange(array.length, from, to);
        for (int next = from + 1; next < to; next++) {
            byte element = array[next];
            int place = next;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(byte[] array, byte key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(byte[] array, int from, int to, byte key) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    // --- short -------------------------------------------------------------------------------------------

    public static short[] copyOf(short[] array, int length) {
        short[] copy = new short[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static short[] copyOfRange(short[] array, int from, int to) {
        short[] copy = new short[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(short[] array, short value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(short[] array, int from, int to, short value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(short[] first, short[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (first[index] != second[index]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(short[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + array[index];
        }
        return hash;
    }

    public static String toString(short[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    public static void sort(short[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(short[] array, int from, int to) {
        checkRange(array.length, from, to);
        for (int next = from + 1; next < to; next++) {
            short element = array[next];
            int place = next;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(short[] array, short key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(short[] array, int from, int to, short key) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    // --- float -------------------------------------------------------------------------------------------

    public static float[] copyOf(float[] array, int length) {
        float[] copy = new float[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static float[] copyOfRange(float[] array, int from, int to) {
        float[] copy = new float[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(float[] array, float value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(float[] array, int from, int to, float value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(float[] first, float[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (Float.compare(first[index], second[index]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(float[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + Float.hashCode(array[index]);
        }
        return hash;
    }

    public static String toString(float[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }

    public static void sort(float[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(float[] array, int from, int to) {
        checkRange(array.length, from, to);
        for (int next = from + 1; next < to; next++) {
            float element = array[next];
            int place = next;
            while (place > from && Float.compare(array[place - 1], element) > 0) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(float[] array, float key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(float[] array, int from, int to, float key) {
        checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Float.compare(array[middle], key) < 0) {
                low = middle + 1;
            } else if (Float.compare(array[middle], key) > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    // --- boolean -----------------------------------------------------------------------------------------

    public static boolean[] copyOf(boolean[] array, int length) {
        boolean[] copy = new boolean[length];
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] array, int from, int to) {
        boolean[] copy = new boolean[lengthOf(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void fill(boolean[] array, boolean value) {
        for (int index = 0; index < array.length; index++) {
            array[index] = value;
        }
    }

    public static void fill(boolean[] array, int from, int to, boolean value) {
        checkRange(array.length, from, to);
        for (int index = from; index < to; index++) {
            array[index] = value;
        }
    }

    public static boolean equals(boolean[] first, boolean[] second) {
        if (first == second) {
            return true;
        }
        if (first == null || second == null || first.length != second.length) {
            return false;
        }
        for (int index = 0; index < first.length; index++) {
            if (first[index] != second[index]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(boolean[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int index = 0; index < array.length; index++) {
            hash = 31 * hash + (array[index] ? 1231 : 1237);
        }
        return hash;
    }

    public static String toString(boolean[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int index = 0; index < array.length; index++) {
            text.append(index == 0 ? "" : ", ").append(array[index]);
        }
        return text.append("]").toString();
    }
}
