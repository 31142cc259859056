// Generic classes inside generic classes, inner ones that use the parameter of the outer one.
import java.util.ArrayList;
import java.util.List;

class NestedGenerics {
    static class LinkedList<T> {
        private Node head;
        private int size;

        private class Node {
            final T item;
            Node next;

            Node(T item, Node next) {
                this.item = item;
                this.next = next;
            }

            LinkedList<T> owner() {
                return LinkedList.this;
            }
        }

        static <E> LinkedList<E> of(E first) {
            LinkedList<E> list = new LinkedList<>();
            list.add(first);
            return list;
        }

        void add(T item) {
            head = new Node(item, head);
            size++;
        }

        <R> LinkedList<R> map(Mapper<? super T, ? extends R> mapper) {
            LinkedList<R> result = new LinkedList<>();
            for (Node n = head; n != null; n = n.next) {
                result.add(mapper.map(n.item));
            }
            return result;
        }

        interface Mapper<A, B> {
            B map(A a);
        }

        @Override
        public String toString() {
            String s = "";
            for (Node n = head; n != null; n = n.next) {
                s += n.item + (n.owner() == this ? ";" : "!");
            }
            return s;
        }
    }

    static class Table<K, V> {
        class Entry {
            final K key;
            V value;

            Entry(K key, V value) {
                this.key = key;
                this.value = value;
            }
        }

        private final List<Entry> entries = new ArrayList<>();

        V put(K key, V value) {
            for (Entry e : entries) {
                if (e.key.equals(key)) {
                    V old = e.value;
                    e.value = value;
                    return old;
                }
            }
            entries.add(new Entry(key, value));
            return null;
        }

        List<Entry> entries() {
            return entries;
        }
    }

    static class Outer<A> {
        class Middle<B> {
            class Inner<C> {
                String show(A a, B b, C c) {
                    return "" + a + b + c;
                }
            }
        }
    }

    public static void main(String[] args) {
        LinkedList<Integer> list = LinkedList.of(1);
        list.add(2);
        list.add(3);
        System.out.println(list + " " + list.size);
        System.out.println(list.map(i -> "s" + i));
        System.out.println(list.map(i -> i * 2).map(i -> i + 0.5));
        Table<String, Integer> table = new Table<>();
        System.out.println(table.put("a", 1) + " " + table.put("b", 2) + " " + table.put("a", 3));
        for (Table<String, Integer>.Entry e : table.entries()) {
            System.out.println(e.key + e.value.intValue());
        }
        Outer<Integer>.Middle<String>.Inner<Character> deep = new Outer<Integer>().new Middle<String>().new Inner<Character>();
        System.out.println(deep.show(1, "b", 'c'));
    }
}
