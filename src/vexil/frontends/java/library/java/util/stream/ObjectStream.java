package java.util.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** A stream that pulls its elements from an iterator. */
class ObjectStream<T> implements Stream<T> {
    private final Iterator<T> source;
    private boolean used;

    ObjectStream(Iterator<T> source) {
        this.source = source;
    }

    private Iterator<T> use() {
        if (used) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
        used = true;
        return source;
    }

    public Iterator<T> iterator() {
        return use();
    }

    public Stream<T> sequential() {
        return this;
    }

    public void close() {
        used = true;
    }

    // --- operations that give a stream -------------------------------------------------------------------

    public Stream<T> filter(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> elements = use();
        return new ObjectStream<T>(new Lookahead<T>() {
            boolean advance() {
                while (elements.hasNext()) {
                    T element = elements.next();
                    if (predicate.test(element)) {
                        give(element);
                        return true;
                    }
                }
                return false;
            }
        });
    }

    public <R> Stream<R> map(Function<? super T, ? extends R> function) {
        Objects.requireNonNull(function);
        Iterator<T> elements = use();
        return new ObjectStream<R>(new Iterator<R>() {
            public boolean hasNext() {
                return elements.hasNext();
            }

            public R next() {
                return function.apply(elements.next());
            }
        });
    }

    public IntStream mapToInt(ToIntFunction<? super T> function) {
        Objects.requireNonNull(function);
        Iterator<T> elements = use();
        return new NumberStream(new PrimitiveIterator.OfInt() {
            public boolean hasNext() {
                return elements.hasNext();
            }

            public int nextInt() {
                return function.applyAsInt(elements.next());
            }
        });
    }

    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
        Objects.requireNonNull(function);
        Iterator<T> elements = use();
        return new ObjectStream<R>(new Lookahead<R>() {
            private Iterator<? extends R> inner;

            boolean advance() {
                while (inner == null || !inner.hasNext()) {
                    if (!elements.hasNext()) {
                        return false;
                    }
                    Stream<? extends R> stream = function.apply(elements.next());
                    inner = stream == null ? null : stream.iterator();
                }
                give(inner.next());
                return true;
            }
        });
    }

    public Stream<T> distinct() {
        Set<T> seen = new HashSet<T>();
        return filter(element -> seen.add(element));
    }

    public Stream<T> sorted() {
        return sorted(null);
    }

    public Stream<T> sorted(Comparator<? super T> order) {
        Iterator<T> elements = use();
        return new ObjectStream<T>(new Lookahead<T>() {
            private Iterator<T> sorted;

            boolean advance() {
                if (sorted == null) {
                    List<T> all = listOf(elements);
                    all.sort(order);
                    sorted = all.iterator();
                }
                if (!sorted.hasNext()) {
                    return false;
                }
                give(sorted.next());
                return true;
            }
        });
    }

    private static <T> List<T> listOf(Iterator<T> elements) {
        List<T> list = new ArrayList<T>();
        while (elements.hasNext()) {
            list.add(elements.next());
        }
        return list;
    }

    public Stream<T> peek(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        return map(element -> {
            action.accept(element);
            return element;
        });
    }

    public Stream<T> limit(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Long.toString(count));
        }
        Iterator<T> elements = use();
        return new ObjectStream<T>(new Iterator<T>() {
            private long remaining = count;

            public boolean hasNext() {
                return remaining > 0 && elements.hasNext();
            }

            public T next() {
                remaining--;
                return elements.next();
            }
        });
    }

    public Stream<T> skip(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Long.toString(count));
        }
        Iterator<T> elements = use();
        return new ObjectStream<T>(new Lookahead<T>() {
            private long remaining = count;

            boolean advance() {
                while (elements.hasNext()) {
                    T element = elements.next();
                    if (remaining == 0) {
                        give(element);
                        return true;
                    }
                    remaining--;
                }
                return false;
            }
        });
    }

    public Stream<T> takeWhile(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> elements = use();
        return new ObjectStream<T>(new Lookahead<T>() {
            boolean advance() {
                if (!elements.hasNext()) {
                    return false;
                }
                T element = elements.next();
                if (!predicate.test(element)) {
                    return false;
                }
                give(element);
                return true;
            }
        });
    }

    public Stream<T> dropWhile(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> elements = use();
        return new ObjectStream<T>(new Lookahead<T>() {
            private boolean reached;

            boolean advance() {
                while (elements.hasNext()) {
                    T element = elements.next();
                    if (reached || !predicate.test(element)) {
                        reached = true;
                        give(element);
                        return true;
                    }
                }
                return false;
            }
        });
    }

    // --- operations that give a result -------------------------------------------------------------------

    public void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        Iterator<T> elements = use();
        while (elements.hasNext()) {
            action.accept(elements.next());
        }
    }

    public void forEachOrdered(Consumer<? super T> action) {
        forEach(action);
    }

    public Object[] toArray() {
        return listOf(use()).toArray();
    }

    public <A> A[] toArray(IntFunction<A[]> generator) {
        List<T> list = listOf(use());
        return list.toArray(generator.apply(list.size()));
    }

    public T reduce(T identity, BinaryOperator<T> operator) {
        T result = identity;
        Iterator<T> elements = use();
        while (elements.hasNext()) {
            result = operator.apply(result, elements.next());
        }
        return result;
    }

    public Optional<T> reduce(BinaryOperator<T> operator) {
        Objects.requireNonNull(operator);
        Iterator<T> elements = use();
        if (!elements.hasNext()) {
            return Optional.empty();
        }
        T result = elements.next();
        while (elements.hasNext()) {
            result = operator.apply(result, elements.next());
        }
        return Optional.of(result);
    }

    public <U> U reduce(U identity, BiFunction<U, ? super T, U> accumulator, BinaryOperator<U> combiner) {
        U result = identity;
        Iterator<T> elements = use();
        while (elements.hasNext()) {
            result = accumulator.apply(result, elements.next());
        }
        return result;
    }

    public <R, A> R collect(Collector<? super T, A, R> collector) {
        A container = collector.supplier().get();
        BiConsumer<A, ? super T> accumulator = collector.accumulator();
        Iterator<T> elements = use();
        while (elements.hasNext()) {
            accumulator.accept(container, elements.next());
        }
        return collector.finisher().apply(container);
    }

    public List<T> toList() {
        return Collections.unmodifiableList(listOf(use()));
    }

    public Optional<T> min(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return reduce((first, second) -> order.compare(first, second) <= 0 ? first : second);
    }

    public Optional<T> max(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return reduce((first, second) -> order.compare(first, second) >= 0 ? first : second);
    }

    public long count() {
        long count = 0;
        Iterator<T> elements = use();
        while (elements.hasNext()) {
            elements.next();
            count++;
        }
        return count;
    }

    public boolean anyMatch(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> elements = use();
        while (elements.hasNext()) {
            if (predicate.test(elements.next())) {
                return true;
            }
        }
        return false;
    }

    public boolean allMatch(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        return !anyMatch(element -> !predicate.test(element));
    }

    public boolean noneMatch(Predicate<? super T> predicate) {
        return !anyMatch(predicate);
    }

    public Optional<T> findFirst() {
        Iterator<T> elements = use();
        return elements.hasNext() ? Optional.of(elements.next()) : Optional.empty();
    }

    public Optional<T> findAny() {
        return findFirst();
    }
}
