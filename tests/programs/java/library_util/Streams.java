import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Small streams, with the order in which their functions are called. */
public class Streams {
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
        List<String> words = Arrays.asList("pear", "fig", "apple", "kiwi", "fig", "banana");
        show("filtered", words.stream().filter(word -> word.length() == 4).collect(Collectors.toList()));
        show("mapped", words.stream().map(String::length).collect(Collectors.toList()));
        show("sorted", words.stream().sorted().collect(Collectors.toList()));
        show("by length", words.stream().sorted(Comparator.comparing(String::length)).collect(Collectors.joining(",", "<", ">")));
        show("distinct", words.stream().distinct().count() + " " + words.stream().distinct().toList());
        show("matches", words.stream().anyMatch("fig"::equals) + " " + words.stream().allMatch(word -> word.length() > 3) + " " + words.stream().noneMatch(String::isEmpty));
        show("found", words.stream().filter(word -> word.startsWith("k")).findFirst() + " " + Stream.empty().findAny());
        show("reduced", words.stream().map(String::length).reduce(0, Integer::sum) + " " + words.stream().reduce((first, second) -> first + second.charAt(0)));
        show("extremes", words.stream().min(Comparator.naturalOrder()) + " " + words.stream().max(Comparator.comparing(String::length)));
        show("parts", words.stream().skip(1).limit(2).toList() + " " + words.stream().takeWhile(word -> word.length() > 2).count() + words.stream().dropWhile(word -> !word.equals("kiwi")).toList());
        show("flat", Stream.of("a b", "c").flatMap(text -> Arrays.stream(text.split(" "))).collect(Collectors.toList()));
        StringBuilder calls = new StringBuilder();
        long count = Stream.of(1, 2, 3, 4, 5, 6)
            .peek(value -> calls.append('p').append(value))
            .filter(value -> value % 2 == 0)
            .map(value -> {
                calls.append('m').append(value);
                return value * value;
            })
            .limit(2)
            .filter(value -> {
                calls.append('f').append(value);
                return true;
            })
            .toList()
            .size();
        show("calls", calls + " " + count);
        calls.setLength(0);
        Stream.of(3, 1, 2).peek(value -> calls.append('a').append(value)).sorted().forEach(value -> calls.append('b').append(value));
        show("barrier", calls);
        Map<Integer, List<String>> groups = words.stream().collect(Collectors.groupingBy(String::length));
        show("groups", groups + " " + words.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())));
        show("parted", words.stream().collect(Collectors.partitioningBy(word -> word.length() > 4)));
        show("to map", words.stream().distinct().collect(Collectors.toMap(word -> word, String::length)));
        attempt("duplicate", () -> words.stream().collect(Collectors.toMap(word -> word, String::length)));
        show("merged", words.stream().collect(Collectors.toMap(word -> word.charAt(0), String::length, Integer::sum)));
        show("collected", words.stream().collect(Collectors.mapping(String::length, Collectors.toSet())) + " " + words.stream().collect(Collectors.summingInt(String::length)));
        show("range", IntStream.range(0, 5).sum() + " " + IntStream.rangeClosed(1, 5).reduce(1, (first, second) -> first * second) + " " + IntStream.range(3, 3).max());
        show("ints", Arrays.toString(IntStream.of(4, 2, 9).map(value -> value * 2).sorted().toArray()) + " " + IntStream.of(1, 2).average() + IntStream.empty().average());
        show("objects", IntStream.range(0, 4).mapToObj(index -> "i" + index).collect(Collectors.joining("+")) + " " + IntStream.range(0, 3).boxed().toList());
        show("lengths", words.stream().mapToInt(String::length).max().getAsInt() + " " + words.stream().mapToInt(String::length).sum() + " " + IntStream.of(1, 2, 3).filter(value -> value > 1).count());
        show("iterated", Stream.iterate(1, value -> value * 3).limit(5).toList() + " " + IntStream.iterate(5, value -> value - 2).limit(3).boxed().toList());
        show("arrays", Arrays.toString(words.stream().toArray(String[]::new)) + " " + Arrays.stream(new int[] {1, 2, 3}).map(value -> -value).min());
        List<Integer> seen = new ArrayList<>();
        IntStream.range(0, 3).forEach(seen::add);
        show("each", seen + " " + Stream.concat(Stream.of(1), Stream.of(2)).toList() + " " + IntStream.of(7, 8).summaryStatistics().getMax());
        Stream<String> once = words.stream();
        once.count();
        attempt("twice", () -> once.count());
        attempt("unmodifiable", () -> words.stream().toList().add("x"));
    }
}
