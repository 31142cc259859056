package java.util.stream;

import java.util.Arrays;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** A stream of ints that pulls its elements from an iterator. */
class NumberStream implements IntStream {
    private final PrimitiveIterator.OfInt source;
    private boolean used;

    NumberStream(PrimitiveIterator.OfInt source) {
        this.source = source;
    }

    /** An iterator that finds its next element when it is asked whether there is one. */
    private abstract static class Ahead implements PrimitiveIterator.OfInt {
        private boolean found;
        int element;

        /** Find the next element; give false if there is none. */
        abstract boolean advance();

        public boolean hasNext() {
            if (!found) {
                found = advance();
            }
            return found;
        }

        public int nextInt() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            found = false;
            return element;
        }
    }

    private PrimitiveIterator.OfInt use() {
        if (used) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
        used = true;
        return source;
    }

    public PrimitiveIterator.OfInt iterator() {
        return use();
    }

    public IntStream sequential() {
        return this;
    }

    public void close() {
        used = true;
    }

    // --- operations that give a stream -------------------------------------------------------------------

    public IntStream filter(IntPredicate predicate) {
        Objects.requireNonNull(predicate);
        PrimitiveIterator.OfInt elements = use();
        return new NumberStream(new Ahead() {
            boolean advance() {
                while (elements.hasNext()) {
                    element = elements.nextInt();
                    if (predicate.test(element)) {
                        return true;
                    }
                }
                return false;
            }
        });
    }

    public IntStream map(IntUnaryOperator function) {
        Objects.requireNonNull(function);
        PrimitiveIterator.OfInt elements = use();
        return new NumberStream(new PrimitiveIterator.OfInt() {
            public boolean hasNext() {
                return elements.hasNext();
            }

            public int nextInt() {
                return function.applyAsInt(elements.nextInt());
            }
        });
    }

    public <U> Stream<U> mapToObj(IntFunction<? extends U> function) {
        Objects.requireNonNull(function);
        PrimitiveIterator.OfInt elements = use();
        return new ObjectStream<U>(new Iterator<U>() {
            public boolean hasNext() {
                return elements.hasNext();
            }

            public U next() {
                return function.apply(elements.nextInt());
            }
        });
    }

    public Stream<Integer> boxed() {
        return mapToObj(element -> Integer.valueOf(element));
    }

    public IntStream distinct() {
        Set<Integer> seen = new HashSet<Integer>();
        return filter(element -> seen.add(element));
    }

    public IntStream sorted() {
        PrimitiveIterator.OfInt elements = use();
        return new NumberStream(new Ahead() {
            private int[] sorted;
            private int next;

            boolean advance() {
                if (sorted == null) {
                    sorted = arrayOf(elements);
                    Arrays.sort(sorted);
                }
                if (next >= sorted.length) {
                    return false;
                }
                element = sorted[next++];
                return true;
            }
        });
    }

    private static int[] arrayOf(PrimitiveIterator.OfInt elements) {
        int[] array = new int[4];
        int count = 0;
        while (elements.hasNext()) {
            if (count == array.length) {
                array = Arrays.copyOf(array, 2 * count);
            }
            array[count++] = elements.nextInt();
        }
        return Arrays.copyOf(array, count);
    }

    public IntStream peek(IntConsumer action) {
        Objects.requireNonNull(action);
        return map(element -> {
            action.accept(element);
            return element;
        });
    }

    public IntStream limit(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Long.toString(count));
        }
        PrimitiveIterator.OfInt elements = use();
        return new NumberStream(new PrimitiveIterator.OfInt() {
            private long remaining = count;

            public boolean hasNext() {
                return remaining > 0 && elements.hasNext();
            }

            public int nextInt() {
                remaining--;
                return elements.nextInt();
            }
        });
    }

    public IntStream skip(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Long.toString(count));
        }
        PrimitiveIterator.OfInt elements = use();
        return new NumberStream(new Ahead() {
            private long remaining = count;

            boolean advance() {
                while (elements.hasNext()) {
                    element = elements.nextInt();
                    if (remaining == 0) {
                        return true;
                    }
                    remaining--;
                }
                return false;
            }
        });
    }

    // --- operations that give a result -------------------------------------------------------------------

    public void forEach(IntConsumer action) {
        Objects.requireNonNull(action);
        PrimitiveIterator.OfInt elements = use();
        while (elements.hasNext()) {
            action.accept(elements.nextInt());
        }
    }

    public void forEachOrdered(IntConsumer action) {
        forEach(action);
    }

    public int[] toArray() {
        return arrayOf(use());
    }

    public int reduce(int identity, IntBinaryOperator operator) {
        int result = identity;
        PrimitiveIterator.OfInt elements = use();
        while (elements.hasNext()) {
            result = operator.applyAsInt(result, elements.nextInt());
        }
        return result;
    }

    public OptionalInt reduce(IntBinaryOperator operator) {
        Objects.requireNonNull(operator);
        PrimitiveIterator.OfInt elements = use();
        if (!elements.hasNext()) {
            return OptionalInt.empty();
        }
        int result = elements.nextInt();
        while (elements.hasNext()) {
            result = operator.applyAsInt(result, elements.nextInt());
        }
        return OptionalInt.of(result);
    }

    public int sum() {
        return reduce(0, (first, second) -> first + second);
    }

    public OptionalInt min() {
        return reduce((first, second) -> Math.min(first, second));
    }

    public OptionalInt max() {
        return reduce((first, second) -> Math.max(first, second));
    }

    public long count() {
        return summaryStatistics().getCount();
    }

    public OptionalDouble average() {
        IntSummaryStatistics statistics = summaryStatistics();
        return statistics.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(statistics.getAverage());
    }

    public IntSummaryStatistics summaryStatistics() {
        IntSummaryStatistics statistics = new IntSummaryStatistics();
        forEach(statistics);
        return statistics;
    }

    public boolean anyMatch(IntPredicate predicate) {
        Objects.requireNonNull(predicate);
        PrimitiveIterator.OfInt elements = use();
        while (elements.hasNext()) {
            if (predicate.test(elements.nextInt())) {
                return true;
            }
        }
        return false;
    }

    public boolean allMatch(IntPredicate predicate) {
        Objects.requireNonNull(predicate);
        return !anyMatch(element -> !predicate.test(element));
    }

    public boolean noneMatch(IntPredicate predicate) {
        return !anyMatch(predicate);
    }

    public OptionalInt findFirst() {
        PrimitiveIterator.OfInt elements = use();
        return elements.hasNext() ? OptionalInt.of(elements.nextInt()) : OptionalInt.empty();
    }

    public OptionalInt findAny() {
        return findFirst();
    }
}
