// var takes the type of its initialiser.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

class LocalTypeInference {
    static String kind(int x) { return "int"; }
    static String kind(long x) { return "long"; }
    static String kind(double x) { return "double"; }
    static String kind(char x) { return "char"; }
    static String kind(byte x) { return "byte"; }
    static String kind(String x) { return "String"; }
    static String kind(Object x) { return "Object"; }

    static class Item {
        final String name;

        Item(String name) {
            this.name = name;
        }
    }

    public static void main(String[] args) {
        var i = 1;
        var l = 1L;
        var d = 1.5f * 2.0;
        var c = 'c';
        var b = (byte) 3;
        var s = "s" + i;
        var sum = c + b;
        var o = (Object) s;
        System.out.println(kind(i) + kind(l) + kind(d) + kind(c) + kind(b) + kind(s) + kind(sum) + kind(o));
        i += 2.7;
        System.out.println(i);
        var list = new ArrayList<Item>();
        list.add(new Item("first"));
        list.add(new Item("second"));
        for (var item : list) {
            System.out.println(item.name.length());
        }
        var map = new HashMap<String, List<Integer>>();
        map.put("k", new ArrayList<>());
        map.get("k").add(41);
        var inner = map.get("k");
        inner.add(inner.get(0) + 1);
        System.out.println(map);
        for (var n = 0; n < 2; n++) {
            var squared = n * n;
            System.out.println(squared);
        }
        var array = new int[][] {{1, 2}, {3}};
        System.out.println(array[1][0] + array.length);
        for (var row : array) {
            System.out.println(row.length);
        }
        var conditional = i > 0 ? 1 : 2.0;
        System.out.println(conditional);
        var var = 5;
        System.out.println(var);
        final var fixed = list.get(0);
        System.out.println(fixed.name);
        java.util.function.BiFunction<Integer, Integer, Integer> add = (var x, var y) -> x + y;
        System.out.println(add.apply(1, 2));
    }
}
