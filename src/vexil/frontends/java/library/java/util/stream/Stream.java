package java.util.stream;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** A sequence of elements on which operations are carried out one element at a time. */
public interface Stream<T> extends BaseStream<T, Stream<T>> {
    Stream<T> filter(Predicate<? super T> predicate);

    <R> Stream<R> map(Function<? super T, ? extends R> function);

    IntStream mapToInt(ToIntFunction<? super T> function);

    <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function);

    Stream<T> distinct();

    Stream<T> sorted();

    Stream<T> sorted(Comparator<? super T> order);

    Stream<T> peek(Consumer<? super T> action);

    Stream<T> limit(long count);

    Stream<T> skip(long count);

    Stream<T> takeWhile(Predicate<? super T> predicate);

    Stream<T> dropWhile(Predicate<? super T> predicate);

    void forEach(Consumer<? super T> action);

    void forEachOrdered(Consumer<? super T> action);

    Object[] toArray();

    <A> A[] toArray(IntFunction<A[]> generator);

    T reduce(T identity, BinaryOperator<T> operator);

    Optional<T> reduce(BinaryOperator<T> operator);

    <U> U reduce(U identity, BiFunction<U, ? super T, U> accumulator, BinaryOperator<U> combiner);

    <R, A> R collect(Collector<? super T, A, R> collector);

    List<T> toList();

    Optional<T> min(Comparator<? super T> order);

    Optional<T> max(Comparator<? super T> order);

    long count();

    boolean anyMatch(Predicate<? super T> predicate);

    boolean allMatch(Predicate<? super T> predicate);

    boolean noneMatch(Predicate<? super T> predicate);

    Optional<T> findFirst();

    Optional<T> findAny();

    static <T> Stream<T> empty() {
        return new ObjectStream<T>(Collections.<T>emptyIterator());
    }

    static <T> Stream<T> of(T element) {
        return new ObjectStream<T>(Collections.singletonList(element).iterator());
    }

    @SafeVarargs
    static <T> Stream<T> of(T... elements) {
        return over(elements);
    }

    static <T> Stream<T> ofNullable(T element) {
        return element == null ? empty() : of(element);
    }

    /** Give the elements of an array one by one. */
    static <T> Stream<T> over(Object[] elements) {
        return new ObjectStream<T>(new Iterator<T>() {
            private int next;

            public boolean hasNext() {
                return next < elements.length;
            }

            public T next() {
                if (next >= elements.length) {
                    throw new NoSuchElementException();
                }
                return (T) elements[next++];
            }
        });
    }

    static <T> Stream<T> iterate(T seed, UnaryOperator<T> function) {
        return iterate(seed, element -> true, function);
    }

    static <T> Stream<T> iterate(T seed, Predicate<? super T> hasNext, UnaryOperator<T> function) {
        return new ObjectStream<T>(new Lookahead<T>() {
            private T element = seed;
            private boolean started;

            boolean advance() {
                if (started) {
                    element = function.apply(element);
                }
                started = true;
                if (!hasNext.test(element)) {
                    return false;
                }
                give(element);
                return true;
            }
        });
    }

    static <T> Stream<T> generate(Supplier<? extends T> supplier) {
        return new ObjectStream<T>(new Iterator<T>() {
            public boolean hasNext() {
                return true;
            }

            public T next() {
                return supplier.get();
            }
        });
    }

    static <T> Stream<T> concat(Stream<? extends T> first, Stream<? extends T> second) {
        Iterator<? extends T> before = first.iterator();
        Iterator<? extends T> after = second.iterator();
        return new ObjectStream<T>(new Lookahead<T>() {
            boolean advance() {
                if (before.hasNext()) {
                    give(before.next());
                    return true;
                }
                if (after.hasNext()) {
                    give(after.next());
                    return true;
                }
                return false;
            }
        });
    }
}
