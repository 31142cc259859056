import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The order in which hash maps and sets are iterated, through growth and collisions. */
public class HashMapOrder {
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

    static class Key {
        final int value;
        final int hash;

        Key(int value, int hash) {
            this.value = value;
            this.hash = hash;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).value == value;
        }

        @Override
        public String toString() {
            return "k" + value;
        }
    }

    public static void main(String[] args) {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int index = 0; index < 14; index++) {
            numbers.put(index * 37 % 101, index);
            show("size " + numbers.size(), numbers.keySet());
        }
        numbers.put(-1, -1);
        numbers.put(65536, 65536);
        numbers.put(null, 0);
        show("mixed", numbers);
        Map<String, Integer> words = new HashMap<>();
        String text = "the quick brown fox jumps over the lazy dog and runs away from the angry bear";
        for (String word : text.split(" ")) {
            words.merge(word, 1, (old, one) -> old + one);
        }
        show("words", words);
        Map<Key, Integer> bins = new HashMap<>();
        for (int index = 0; index < 8; index++) {
            bins.put(new Key(index, 16 * (index % 4)), index);
        }
        show("collisions", bins);
        bins.put(new Key(8, 0), 8);
        show("long bin", bins);
        bins.put(new Key(9, 32), 9);
        bins.put(new Key(10, 16), 10);
        show("after", bins);
        bins.computeIfAbsent(new Key(20, 0), key -> 20);
        bins.compute(new Key(21, 0), (key, old) -> 21);
        bins.merge(new Key(22, 16), 22, (old, value) -> value);
        show("at the head", bins);
        bins.remove(new Key(0, 0));
        show("removed", bins);
        Map<Integer, Integer> small = new HashMap<>(0);
        Map<Integer, Integer> large = new HashMap<>(100);
        Map<Integer, Integer> full = new HashMap<>(4, 3.0f);
        for (int index = 40; index > 0; index -= 7) {
            small.put(index, 0);
            large.put(index, 0);
            full.put(index, 0);
        }
        show("capacities", small.keySet() + " " + large.keySet() + " " + full.keySet());
        show("copies", new HashMap<>(large).keySet() + " " + new HashSet<>(large.keySet()));
        Map<Integer, Integer> target = new HashMap<>();
        target.putAll(large);
        target.putAll(numbers);
        show("put all", target.keySet());
        Set<Character> letters = new HashSet<>();
        for (char letter : "hash table order".toCharArray()) {
            letters.add(letter);
        }
        show("letters", letters);
        Set<Long> longs = new HashSet<>();
        Set<Double> doubles = new HashSet<>();
        Set<Boolean> booleans = new HashSet<>();
        for (int index = 0; index < 10; index++) {
            longs.add(index * 10000000000L);
            doubles.add(index / 4.0);
            booleans.add(index % 2 == 0);
        }
        show("longs", longs);
        show("doubles", doubles);
        show("booleans", booleans);
        Set<List<Integer>> lists = new HashSet<>();
        for (int index = 0; index < 5; index++) {
            List<Integer> list = new ArrayList<>();
            for (int value = 0; value < index; value++) {
                list.add(value);
            }
            lists.add(list);
        }
        show("lists", lists);
    }
}
