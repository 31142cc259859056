package java.util;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Operations on collections, and views of them. */
public class Collections {
    private Collections() {
    }

    // --- algorithms --------------------------------------------------------------------------------------

    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        list.sort(order);
    }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        return search((List) list, key, null);
    }

    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> order) {
        return search((List) list, key, (Comparator) order);
    }

    private static int search(List<Object> list, Object key, Comparator<Object> order) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Object element = list.get(middle);
            int result = order == null ? ((Comparable<Object>) element).compareTo(key) : order.compare(element, key);
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

    public static void reverse(List<?> list) {
        for (int low = 0, high = list.size() - 1; low < high; low++, high--) {
            swap(list, low, high);
        }
    }

    public static void shuffle(List<?> list) {
        shuffle(list, new Random());
    }

    public static void shuffle(List<?> list, Random random) {
        for (int end = list.size(); end > 1; end--) {
            swap(list, end - 1, random.nextInt(end));
        }
    }

    public static void swap(List<?> list, int first, int second) {
        List<Object> elements = (List<Object>) list;
        elements.set(first, elements.set(second, elements.get(first)));
    }

    public static <T> void fill(List<? super T> list, T value) {
        for (int index = 0; index < list.size(); index++) {
            list.set(index, value);
        }
    }

    public static <T> void copy(List<? super T> target, List<? extends T> source) {
        if (source.size() > target.size()) {
            throw new IndexOutOfBoundsException("Source does not fit in dest");
        }
        for (int index = 0; index < source.size(); index++) {
            target.set(index, source.get(index));
        }
    }

    public static void rotate(List<?> list, int distance) {
        List<Object> elements = (List<Object>) list;
        int size = elements.size();
        int shift = size == 0 ? 0 : Math.floorMod(distance, size);
        if (shift == 0) {
            return;
        }
        Object[] before = elements.toArray();
        for (int index = 0; index < size; index++) {
            elements.set((index + shift) % size, before[index]);
        }
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> collection) {
        return (T) extreme((Collection) collection, null, -1);
    }

    public static <T> T min(Collection<? extends T> collection, Comparator<? super T> order) {
        return (T) extreme((Collection) collection, (Comparator) order, -1);
    }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> collection) {
        return (T) extreme((Collection) collection, null, 1);
    }

    public static <T> T max(Collection<? extends T> collection, Comparator<? super T> order) {
        return (T) extreme((Collection) collection, (Comparator) order, 1);
    }

    private static Object extreme(Collection<Object> collection, Comparator<Object> order, int sign) {
        Iterator<Object> each = collection.iterator();
        Object best = each.next();
        while (each.hasNext()) {
            Object next = each.next();
            int result = order == null ? ((Comparable<Object>) next).compareTo(best) : order.compare(next, best);
            if (sign < 0 ? result < 0 : result > 0) {
                best = next;
            }
        }
        return best;
    }

    public static int frequency(Collection<?> collection, Object object) {
        int count = 0;
        for (Object element : collection) {
            if (object == null ? element == null : object.equals(element)) {
                count++;
            }
        }
        return count;
    }

    public static boolean disjoint(Collection<?> first, Collection<?> second) {
        for (Object element : first) {
            if (second.contains(element)) {
                return false;
            }
        }
        return true;
    }

    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> collection, T... elements) {
        boolean changed = false;
        for (int index = 0; index < elements.length; index++) {
            changed |= collection.add(elements[index]);
        }
        return changed;
    }

    public static <T> boolean replaceAll(List<T> list, T before, T after) {
        boolean changed = false;
        for (int index = 0; index < list.size(); index++) {
            if (Objects.equals(before, list.get(index))) {
                list.set(index, after);
                changed = true;
            }
        }
        return changed;
    }

    // --- orders ------------------------------------------------------------------------------------------

    public static <T> Comparator<T> reverseOrder() {
        return (first, second) -> ((Comparable<T>) second).compareTo(first);
    }

    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        if (order == null) {
            return reverseOrder();
        }
        return (first, second) -> order.compare(second, first);
    }

    // --- small collections that cannot be changed --------------------------------------------------------

    public static <T> List<T> emptyList() {
        return new EmptyList<T>();
    }

    public static <T> Set<T> emptySet() {
        return new UnmodifiableSet<T>(new LinkedHashSet<T>());
    }

    public static <K, V> Map<K, V> emptyMap() {
        return new UnmodifiableMap<K, V>(new LinkedHashMap<K, V>());
    }

    public static <T> Iterator<T> emptyIterator() {
        return new EmptyList<T>().iterator();
    }

    public static <T> List<T> singletonList(T element) {
        return new SingletonList<T>(element);
    }

    public static <T> Set<T> singleton(T element) {
        Set<T> set = new LinkedHashSet<T>();
        set.add(element);
        return new UnmodifiableSet<T>(set);
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        Map<K, V> map = new LinkedHashMap<K, V>();
        map.put(key, value);
        return new UnmodifiableMap<K, V>(map);
    }

    public static <T> List<T> nCopies(int count, T element) {
        if (count < 0) {
            throw new IllegalArgumentException("List length = " + count);
        }
        return new CopiesList<T>(count, element);
    }

    /** One element again and again. */
    private static class CopiesList<E> extends AbstractList<E> implements RandomAccess {
        private final int size;
        private final E element;

        CopiesList(int size, E element) {
            this.size = size;
            this.element = element;
        }

        public int size() {
            return size;
        }

        public E get(int index) {
            if (index < 0 || index >= size) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
            }
            return element;
        }

        public List<E> subList(int from, int to) {
            return new CopiesList<E>(super.subList(from, to).size(), element);
        }
    }

    /** No element. */
    private static class EmptyList<E> extends AbstractList<E> implements RandomAccess {
        public int size() {
            return 0;
        }

        public E get(int index) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }

        NoSuchElementException missing(int index) {
            return new NoSuchElementException();
        }
    }

    /** One element alone. */
    private static class SingletonList<E> extends AbstractList<E> implements RandomAccess {
        private final E element;

        SingletonList(E element) {
            this.element = element;
        }

        public int size() {
            return 1;
        }

        public E get(int index) {
            if (index != 0) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: 1");
            }
            return element;
        }

        public Iterator<E> iterator() {
            return new UnmodifiableCollection<E>(Arrays.asList(element)).iterator();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> order) {
        }
    }

    // --- views that cannot be changed --------------------------------------------------------------------

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> collection) {
        return new UnmodifiableCollection<T>((Collection<T>) collection);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        return new UnmodifiableList<T>((List<T>) list);
    }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> set) {
        return new UnmodifiableSet<T>((Set<T>) set);
    }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
        return new UnmodifiableMap<K, V>((Map<K, V>) map);
    }

    // --- views that lock themselves ----------------------------------------------------------------------

    public static <T> Collection<T> synchronizedCollection(Collection<T> collection) {
        return new SynchronizedCollection<T>(collection, null);
    }

    public static <T> List<T> synchronizedList(List<T> list) {
        return new SynchronizedList<T>(list, null);
    }

    public static <T> Set<T> synchronizedSet(Set<T> set) {
        return new SynchronizedSet<T>(set, null);
    }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) {
        return new SynchronizedMap<K, V>(map);
    }

    // --- old and new -------------------------------------------------------------------------------------

    public static <T> Enumeration<T> enumeration(Collection<T> collection) {
        Iterator<T> each = collection.iterator();
        return new Enumeration<T>() {
            public boolean hasMoreElements() {
                return each.hasNext();
            }

            public T nextElement() {
                return each.next();
            }
        };
    }

    public static <T> ArrayList<T> list(Enumeration<T> enumeration) {
        ArrayList<T> list = new ArrayList<T>();
        while (enumeration.hasMoreElements()) {
            list.add(enumeration.nextElement());
        }
        return list;
    }

    public static <E> Set<E> newSetFromMap(Map<E, Boolean> map) {
        if (!map.isEmpty()) {
            throw new IllegalArgumentException("Map is non-empty");
        }
        return new AbstractSet<E>() {
            public int size() {
                return map.size();
            }

            public boolean contains(Object object) {
                return map.containsKey(object);
            }

            public boolean add(E element) {
                return map.put(element, Boolean.TRUE) == null;
            }

            public boolean remove(Object object) {
                return map.remove(object) != null;
            }

            public void clear() {
                map.clear();
            }

            public Iterator<E> iterator() {
                return map.keySet().iterator();
            }
        };
    }
}
