// Iterators written as inner, static nested and anonymous classes.
import java.util.Iterator;
import java.util.NoSuchElementException;

class Iterators {
    static class Ring<T> implements Iterable<T> {
        private final Object[] items;
        private int start;
        private int size;
        private int changes;

        Ring(int capacity) {
            items = new Object[capacity];
        }

        void add(T item) {
            items[(start + size) % items.length] = item;
            if (size < items.length) {
                size++;
            } else {
                start = (start + 1) % items.length;
            }
            changes++;
        }

        @Override
        public Iterator<T> iterator() {
            return new Cursor();
        }

        private class Cursor implements Iterator<T> {
            private int position;
            private final int expected = changes;

            @Override
            public boolean hasNext() {
                return position < size;
            }

            @Override
            @SuppressWarnings("unchecked")
            public T next() {
                if (expected != changes) {
                    throw new IllegalStateException("changed");
                }
                if (!hasNext()) {
                    throw new NoSuchElementException("end");
                }
                return (T) items[(start + position++) % items.length];
            }
        }
    }

    static class Countdown implements Iterator<Integer> {
        private int n;

        Countdown(int n) {
            this.n = n;
        }

        public boolean hasNext() {
            return n > 0;
        }

        public Integer next() {
            return n--;
        }
    }

    static Iterable<Integer> evens(Iterable<Integer> source) {
        return () -> new Iterator<>() {
            private final Iterator<Integer> inner = source.iterator();
            private Integer ready = advance();

            private Integer advance() {
                while (inner.hasNext()) {
                    Integer candidate = inner.next();
                    if (candidate % 2 == 0) {
                        return candidate;
                    }
                }
                return null;
            }

            @Override
            public boolean hasNext() {
                return ready != null;
            }

            @Override
            public Integer next() {
                Integer result = ready;
                ready = advance();
                return result;
            }
        };
    }

    public static void main(String[] args) {
        Ring<Integer> ring = new Ring<>(4);
        for (int i = 1; i <= 6; i++) {
            ring.add(i);
        }
        for (int i : ring) {
            System.out.print(i + " ");
        }
        System.out.println();
        for (int i : evens(ring)) {
            System.out.print(i + " ");
        }
        System.out.println();
        Iterable<Integer> down = () -> new Countdown(3);
        for (int i : down) {
            for (int j : down) {
                System.out.print(i * j + " ");
            }
        }
        System.out.println();
        try {
            for (int i : ring) {
                ring.add(i);
            }
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Iterator<Integer> it = ring.iterator();
        try {
            while (true) {
                it.next();
            }
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("remove is not supported");
        }
    }
}
