import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** Collections that a program makes from the abstract ones. */
public class UserCollections {
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

    static class Range extends AbstractList<Integer> {
        private final int length;

        Range(int length) {
            this.length = length;
        }

        @Override
        public Integer get(int index) {
            if (index < 0 || index >= length) {
                throw new IndexOutOfBoundsException("no " + index);
            }
            return index * index;
        }

        @Override
        public int size() {
            return length;
        }
    }

    static class Letters extends AbstractCollection<Character> {
        private final String text;

        Letters(String text) {
            this.text = text;
        }

        @Override
        public Iterator<Character> iterator() {
            return new Iterator<Character>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < text.length();
                }

                @Override
                public Character next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("no letter");
                    }
                    return text.charAt(next++);
                }
            };
        }

        @Override
        public int size() {
            return text.length();
        }
    }

    static class Pairs extends AbstractMap<String, Integer> {
        private final Set<Map.Entry<String, Integer>> entries = new HashSet<>();

        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            return entries;
        }

        @Override
        public Integer put(String key, Integer value) {
            Integer old = remove(key);
            entries.add(new SimpleEntry<>(key, value));
            return old;
        }
    }

    static class Evens extends AbstractSet<Integer> {
        private final List<Integer> kept = new ArrayList<>();

        @Override
        public Iterator<Integer> iterator() {
            return kept.iterator();
        }

        @Override
        public int size() {
            return kept.size();
        }

        @Override
        public boolean add(Integer value) {
            return value % 2 == 0 && !kept.contains(value) && kept.add(value);
        }
    }

    public static void main(String[] args) {
        List<Integer> range = new Range(6);
        show("range", range + " " + range.contains(9) + range.indexOf(16) + range.lastIndexOf(5) + " " + range.hashCode());
        show("part", range.subList(2, 5) + " " + range.subList(2, 5).subList(1, 2) + range.equals(Arrays.asList(0, 1, 4, 9, 16, 25)));
        attempt("add", () -> range.add(1));
        attempt("set", () -> range.set(0, 1));
        attempt("remove", () -> range.remove(0));
        attempt("clear", () -> {
            range.clear();
            return "";
        });
        attempt("get", () -> range.get(6));
        ListIterator<Integer> each = range.listIterator(4);
        show("walk", each.next() + " " + each.next() + " " + each.hasNext() + each.previous() + each.nextIndex());
        attempt("end", () -> range.listIterator(6).next());
        Letters letters = new Letters("letters");
        show("letters", letters + " " + letters.contains('t') + letters.isEmpty() + " " + Arrays.toString(letters.toArray()) + new HashSet<>(letters));
        attempt("letters remove", () -> letters.remove('t'));
        attempt("letters add", () -> letters.add('t'));
        show("array", Arrays.toString(letters.toArray(new Character[9])) + letters.containsAll(Arrays.asList('l', 's')));
        Map<String, Integer> pairs = new Pairs();
        show("pairs", pairs.put("a", 1) + " " + pairs.put("a", 2) + " " + pairs.put("b", 3) + " " + pairs.get("a") + pairs.containsKey("c") + pairs.containsValue(3));
        show("merge", pairs.merge("a", 5, Integer::sum) + " " + pairs.getOrDefault("z", 0) + " " + pairs.putIfAbsent("c", 4) + " " + pairs.computeIfAbsent("d", String::length) + pairs.computeIfPresent("d", (k, v) -> null));
        show("views", pairs.size() + " " + new HashSet<>(pairs.keySet()) + pairs.remove("b") + " " + pairs.equals(Map.of("a", 7, "c", 4)));
        Set<Integer> evens = new Evens();
        show("evens", evens.addAll(Arrays.asList(4, 3, 2, 4, 8)) + " " + evens + evens.remove(2) + evens.equals(Set.of(8, 4)) + evens.hashCode());
        show("removed", evens.removeAll(Arrays.asList(4, 5)) + " " + evens + evens.retainAll(Arrays.asList(1)) + evens);
    }
}
