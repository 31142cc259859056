// User-defined equals and hashCode decide what a HashMap finds.
import java.util.HashMap;
import java.util.Map;

class UserHashing {
    static class Key {
        final int a;
        final String b;

        Key(int a, String b) {
            this.a = a;
            this.b = b;
        }

        @Override
        public boolean equals(Object o) {
            if (this == o) {
                return true;
            }
            if (!(o instanceof Key)) {
                return false;
            }
            Key k = (Key) o;
            return a == k.a && b.equals(k.b);
        }

        @Override
        public int hashCode() {
            return 31 * a + b.hashCode();
        }
    }

    static class Colliding {
        final String name;
        static int compared;

        Colliding(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object o) {
            compared++;
            return o instanceof Colliding && ((Colliding) o).name.equals(name);
        }

        @Override
        public int hashCode() {
            return 42;
        }
    }

    static class Identity {
    }

    static class Mutable {
        int value;

        @Override
        public int hashCode() {
            return value;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Mutable && ((Mutable) o).value == value;
        }
    }

    public static void main(String[] args) {
        Map<Key, String> map = new HashMap<>();
        map.put(new Key(1, "x"), "first");
        map.put(new Key(2, "x"), "second");
        System.out.println(map.get(new Key(1, "x")) + " " + map.get(new Key(2, "x")) + " " + map.get(new Key(3, "x")));
        System.out.println(map.put(new Key(1, "x"), "changed") + " " + map.size());
        Map<Colliding, Integer> bad = new HashMap<>();
        for (String n : new String[] {"a", "b", "c", "a"}) {
            Colliding c = new Colliding(n);
            bad.put(c, bad.containsKey(c) ? bad.get(c) + 1 : 1);
        }
        System.out.println(bad.size() + " " + bad.get(new Colliding("a")) + " " + bad.get(new Colliding("d")));
        System.out.println(Colliding.compared > 0);
        Map<Identity, Integer> ids = new HashMap<>();
        Identity one = new Identity();
        ids.put(one, 1);
        ids.put(new Identity(), 2);
        System.out.println(ids.get(one) + " " + ids.get(new Identity()) + " " + ids.size());
        Map<Mutable, String> lost = new HashMap<>();
        Mutable m = new Mutable();
        lost.put(m, "here");
        m.value = 1;
        System.out.println(lost.get(m) + " " + lost.size());
        m.value = 0;
        System.out.println(lost.remove(m) + " " + lost.isEmpty());
        Map<String, Integer> counts = new HashMap<>();
        for (String w : "to be or not to be".split(" ")) {
            counts.put(w, counts.getOrDefault(w, 0) + 1);
        }
        System.out.println(counts.get("to") + counts.get("or") + " " + counts.containsKey("is"));
        map.put(null, "null key");
        System.out.println(map.get(null));
        int total = 0;
        for (Map.Entry<String, Integer> e : counts.entrySet()) {
            total += e.getKey().length() * e.getValue();
        }
        System.out.println(total);
    }
}
