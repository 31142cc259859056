// Generic classes with bounds, raw use, static members, arrays and inheritance.
class GenericClasses {
    static class Box<T> {
        private static int boxes;
        private T value;

        Box(T value) {
            this.value = value;
            boxes++;
        }

        T get() {
            return value;
        }

        Box<T> set(T value) {
            this.value = value;
            return this;
        }

        <R> Box<R> with(R other) {
            return new Box<>(other);
        }
    }

    static class Sorted<T extends Comparable<T>> extends Box<T> {
        Sorted(T first) {
            super(first);
        }

        void offer(T other) {
            if (other.compareTo(get()) > 0) {
                set(other);
            }
        }
    }

    static class IntBox extends Box<Integer> {
        IntBox(int n) {
            super(n);
        }

        @Override
        Integer get() {
            return super.get() + 1;
        }
    }

    static class Pair<A, B> {
        final A first;
        final B second;

        Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }

        Pair<B, A> swap() {
            return new Pair<>(second, first);
        }
    }

    static class Stack<E> {
        @SuppressWarnings("unchecked")
        private E[] items = (E[]) new Object[2];
        private int size;

        void push(E item) {
            if (size == items.length) {
                @SuppressWarnings("unchecked")
                E[] larger = (E[]) new Object[size * 2];
                for (int i = 0; i < size; i++) {
                    larger[i] = items[i];
                }
                items = larger;
            }
            items[size++] = item;
        }

        E pop() {
            return items[--size];
        }
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    public static void main(String[] args) {
        Box<String> b = new Box<>("text");
        System.out.println(b.get().length() + " " + b.set("longer").get().length());
        System.out.println(b.with(5).get() + 1);
        Sorted<Integer> s = new Sorted<>(3);
        s.offer(1);
        s.offer(9);
        System.out.println(s.get());
        Box<Integer> i = new IntBox(4);
        System.out.println(i.get() * 2);
        Pair<String, Integer> p = new Pair<>("one", 1);
        System.out.println(p.swap().first + p.swap().second);
        Stack<Character> stack = new Stack<>();
        for (char c = 'a'; c < 'f'; c++) {
            stack.push(c);
        }
        System.out.println("" + stack.pop() + stack.pop() + stack.size);
        Box raw = b;
        raw.set(42);
        Object o = b.get();
        System.out.println(o);
        try {
            String wrong = b.get();
            System.out.println(wrong);
        } catch (ClassCastException e) {
            System.out.println("heap pollution");
        }
        System.out.println(Box.boxes);
        Pair<Pair<Integer, Integer>, Box<String[]>> deep = new Pair<>(new Pair<>(1, 2), new Box<>(new String[] {"x"}));
        System.out.println(deep.first.second + deep.second.get()[0]);
    }
}
