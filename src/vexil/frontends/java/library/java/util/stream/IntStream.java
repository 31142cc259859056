package java.util.stream;

import java.util.IntSummaryStatistics;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/** A sequence of ints on which operations are carried out one element at a time. */
public interface IntStream extends BaseStream<Integer, IntStream> {
    IntStream filter(IntPredicate predicate);

    IntStream map(IntUnaryOperator function);

    <U> Stream<U> mapToObj(IntFunction<? extends U> function);

    Stream<Integer> boxed();

    IntStream distinct();

    IntStream sorted();

    IntStream peek(IntConsumer action);

    IntStream limit(long count);

    IntStream skip(long count);

    void forEach(IntConsumer action);

    void forEachOrdered(IntConsumer action);

    int[] toArray();

    int reduce(int identity, IntBinaryOperator operator);

    OptionalInt reduce(IntBinaryOperator operator);

    int sum();

    OptionalInt min();

    OptionalInt max();

    long count();

    OptionalDouble average();

    IntSummaryStatistics summaryStatistics();

    boolean anyMatch(IntPredicate predicate);

    boolean allMatch(IntPredicate predicate);

    boolean noneMatch(IntPredicate predicate);

    OptionalInt findFirst();

    OptionalInt findAny();

    PrimitiveIterator.OfInt iterator();

    static IntStream empty() {
        return over(new int[0]);
    }

    static IntStream of(int element) {
        return over(new int[] {element});
    }

    static IntStream of(int... elements) {
        return over(elements);
    }

    /** Give the elements of an array one by one. */
    static IntStream over(int[] elements) {
        return new NumberStream(new PrimitiveIterator.OfInt() {
            private int next;

            public boolean hasNext() {
                return next < elements.length;
            }

            public int nextInt() {
                if (next >= elements.length) {
                    throw new NoSuchElementException();
                }
                return elements[next++];
            }
        });
    }

    static IntStream range(int start, int end) {
        return new NumberStream(new PrimitiveIterator.OfInt() {
            private int next = start;

            public boolean hasNext() {
                return next < end;
            }

            public int nextInt() {
                if (next >= end) {
                    throw new NoSuchElementException();
                }
                return next++;
            }
        });
    }

    static IntStream rangeClosed(int start, int last) {
        return new NumberStream(new PrimitiveIterator.OfInt() {
            private long next = start;

            public boolean hasNext() {
                return next <= last;
            }

            public int nextInt() {
                if (next > last) {
                    throw new NoSuchElementException();
                }
                return (int) next++;
            }
        });
    }

    static IntStream iterate(int seed, IntUnaryOperator function) {
        return new NumberStream(new PrimitiveIterator.OfInt() {
            private int element = seed;
            private boolean started;

            public boolean hasNext() {
                return true;
            }

            public int nextInt() {
                if (started) {
                    element = function.applyAsInt(element);
                }
                started = true;
                return element;
            }
        });
    }

    static IntStream generate(IntSupplier supplier) {
        return new NumberStream(new PrimitiveIterator.OfInt() {
            public boolean hasNext() {
                return true;
            }

            public int nextInt() {
                return supplier.getAsInt();
            }
        });
    }
}
