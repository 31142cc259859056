// Overriding across generics: the erased method of the parent leads to the specific one of the child.
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

class BridgeMethods {
    static abstract class Processor<T, R> {
        abstract R process(T input);

        void accept(T input) {
            System.out.println("accept " + process(input));
        }
    }

    static class Length extends Processor<String, Integer> {
        @Override
        Integer process(String input) {
            return input.length();
        }
    }

    static class Strict extends Length {
        @Override
        Integer process(String input) {
            return super.process(input) * 10;
        }

        @Override
        void accept(String input) {
            System.out.print("strict ");
            super.accept(input);
        }
    }

    interface Source<T> {
        T next();
    }

    static class Words implements Source<String>, Comparable<Words> {
        final int rank;

        Words(int rank) {
            this.rank = rank;
        }

        @Override
        public String next() {
            return "w" + rank;
        }

        @Override
        public int compareTo(Words other) {
            return Integer.compare(rank, other.rank);
        }
    }

    static <T extends Comparable<T>> T greatest(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    public static void main(String[] args) {
        Processor<String, Integer> p = new Length();
        System.out.println(p.process("four"));
        p.accept("xx");
        p = new Strict();
        p.accept("xx");
        Processor raw = p;
        System.out.println(raw.process("abc"));
        try {
            raw.process(5);
        } catch (ClassCastException e) {
            System.out.println("the bridge casts");
        }
        Source<? extends Object> s = new Words(2);
        System.out.println(s.next());
        System.out.println(greatest(new Words(1), new Words(5)).next());
        Comparable c = new Words(3);
        System.out.println(c.compareTo(new Words(4)));
        try {
            c.compareTo("text");
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
        List<Words> list = new ArrayList<>();
        list.add(new Words(3));
        list.add(new Words(1));
        list.add(new Words(2));
        Collections.sort(list);
        for (Words w : list) {
            System.out.print(w.rank);
        }
        list.sort(new Comparator<Words>() {
            @Override
            public int compare(Words a, Words b) {
                return b.rank - a.rank;
            }
        });
        for (Words w : list) {
            System.out.print(w.rank);
        }
        System.out.println();
    }
}
