// Static imports of fields and methods, single and on demand, next to members of the class itself.
import static java.lang.Integer.MAX_VALUE;
import static java.lang.Math.*;
import static java.lang.String.valueOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.HashMap;
import java.util.*;

class StaticImport {
    static int min(int a, int b) {
        return 1000;
    }

    static final double E = 2.5;

    public static void main(String[] args) {
        System.out.println(max(3, 4));
        System.out.println(abs(-2.5));
        System.out.println(min(1, 2));
        System.out.println(Math.min(1, 2));
        System.out.println(MAX_VALUE);
        System.out.println(valueOf(true) + valueOf('c'));
        System.out.println(E);
        System.out.println(PI > 3 && PI < 4);
        List<String> list = new ArrayList<>();
        list.add("x");
        HashMap<String, Integer> map = new HashMap<>();
        map.put("k", 1);
        for (Entry<String, Integer> e : map.entrySet()) {
            System.out.println(e.getKey() + e.getValue());
        }
        java.util.LinkedList<Integer> qualified = new java.util.LinkedList<>();
        qualified.add(floorMod(-1, 5));
        System.out.println(qualified.getFirst());
        Deque<Integer> deque = new ArrayDeque<>();
        deque.push(1);
        deque.push(2);
        System.out.println(deque.pop() + list.size());
    }
}
