// Wildcards with upper and lower bounds, captures, and generic methods that use them.
import java.util.ArrayList;
import java.util.List;

class Wildcards {
    static double sum(List<? extends Number> numbers) {
        double total = 0;
        for (Number n : numbers) {
            total += n.doubleValue();
        }
        return total;
    }

    static void fill(List<? super Integer> target, int count) {
        for (int i = 0; i < count; i++) {
            target.add(i);
        }
    }

    static <T> void copy(List<? super T> to, List<? extends T> from) {
        for (T item : from) {
            to.add(item);
        }
    }

    static int size(List<?> any) {
        int n = 0;
        for (Object o : any) {
            if (o != null) {
                n++;
            }
        }
        return n;
    }

    static void reverse(List<?> list) {
        reverseCaptured(list);
    }

    private static <E> void reverseCaptured(List<E> list) {
        for (int i = 0, j = list.size() - 1; i < j; i++, j--) {
            E e = list.get(i);
            list.set(i, list.get(j));
            list.set(j, e);
        }
    }

    static <T extends Comparable<? super T>> T max(List<? extends T> list) {
        T best = list.get(0);
        for (T t : list) {
            if (t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }

    static <T extends Number & Comparable<T>> boolean less(T a, T b) {
        return a.compareTo(b) < 0 && a.intValue() < b.intValue();
    }

    public static void main(String[] args) {
        List<Integer> ints = new ArrayList<>();
        fill(ints, 4);
        List<Double> doubles = new ArrayList<>();
        doubles.add(0.5);
        System.out.println(sum(ints) + sum(doubles));
        List<Number> numbers = new ArrayList<>();
        fill(numbers, 2);
        copy(numbers, doubles);
        Wildcards.<Number>copy(numbers, ints);
        List<Object> objects = new ArrayList<>();
        copy(objects, numbers);
        objects.add(null);
        objects.add("text");
        System.out.println(size(numbers) + " " + size(objects));
        reverse(ints);
        System.out.println(ints);
        reverse(objects);
        System.out.println(objects);
        System.out.println(max(ints));
        List<String> words = new ArrayList<>();
        words.add("b");
        words.add("c");
        words.add("a");
        System.out.println(max(words));
        System.out.println(less(1, 2) + " " + less(2.5, 2.75));
        List<? extends List<? extends Number>> nested = new ArrayList<>(List.of(ints, doubles));
        System.out.println(nested.get(1).get(0).intValue() + nested.size());
    }
}
