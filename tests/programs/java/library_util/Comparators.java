import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Orders put together from keys, and functions put together from functions. */
public class Comparators {
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

    static class Person {
        final String name;
        final int age;

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        String getName() {
            return name;
        }

        int getAge() {
            return age;
        }

        @Override
        public String toString() {
            return name + age;
        }
    }

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>();
        people.add(new Person("Eve", 30));
        people.add(new Person("Bob", 25));
        people.add(new Person("Ann", 30));
        people.add(new Person("Dan", 25));
        people.add(new Person("Cid", 41));
        people.sort(Comparator.comparing(Person::getName));
        show("by name", people);
        people.sort(Comparator.comparingInt(Person::getAge));
        show("by age", people);
        people.sort(Comparator.comparingInt(Person::getAge).reversed().thenComparing(Person::getName));
        show("by both", people);
        people.sort(Comparator.comparing(Person::getName, Comparator.reverseOrder()));
        show("by name down", people);
        people.sort(Comparator.comparing((Person person) -> person.age % 2).thenComparingInt(person -> -person.age));
        show("by parity", people);
        List<String> words = Arrays.asList("b", null, "a", null, "c");
        words.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        show("nulls first", words);
        words.sort(Comparator.nullsLast(Comparator.reverseOrder()));
        show("nulls last", words);
        show("extremes", Collections.min(people, Comparator.comparing(Person::getAge)) + " " + Collections.max(people, Comparator.comparing(Person::getName)));
        Function<Integer, Integer> twice = value -> value * 2;
        Function<Integer, Integer> next = value -> value + 1;
        show("functions", twice.andThen(next).apply(5) + " " + twice.compose(next).apply(5) + " " + Function.<Integer>identity().apply(5));
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        show("two", add.andThen(twice).apply(3, 4));
        Predicate<String> empty = String::isEmpty;
        Predicate<String> isShort = text -> text.length() < 3;
        show("predicates", empty.negate().and(isShort).test("ab") + " " + empty.or(isShort).test("abc") + " " + Predicate.not(empty).test("") + Predicate.isEqual("x").test("x"));
        IntPredicate even = value -> value % 2 == 0;
        IntUnaryOperator square = value -> value * value;
        IntBinaryOperator most = Math::max;
        show("ints", even.negate().test(3) + " " + square.andThen(value -> value + 1).applyAsInt(4) + " " + square.compose(value -> value + 1).applyAsInt(4) + " " + most.applyAsInt(3, 9));
        StringBuilder text = new StringBuilder();
        Consumer<String> append = text::append;
        append.andThen(value -> text.append('-')).accept("x");
        Supplier<String> result = text::toString;
        UnaryOperator<String> upper = String::toUpperCase;
        show("consumers", result.get() + " " + upper.apply("up") + " " + UnaryOperator.<String>identity().apply("same"));
        BinaryOperator<Integer> least = BinaryOperator.minBy(Comparator.naturalOrder());
        show("operators", least.apply(3, 2) + " " + BinaryOperator.<Integer>maxBy(Comparator.naturalOrder()).apply(3, 2));
    }
}
