// The collections most programs use.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;

class UsualCollections {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            list.add(i * i);
        }
        System.out.println(list + " " + list.size());
        list.remove(0);
        list.remove(Integer.valueOf(81));
        list.add(1, -1);
        list.set(0, 100);
        System.out.println(list + " " + list.indexOf(16) + " " + list.contains(81));
        Iterator<Integer> it = list.iterator();
        while (it.hasNext()) {
            if (it.next() % 2 == 0) {
                it.remove();
            }
        }
        System.out.println(list);
        try {
            list.get(50);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            for (Integer i : list) {
                list.add(i);
            }
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("changed while walking");
        }
        LinkedList<String> linked = new LinkedList<>();
        linked.add("b");
        linked.addFirst("a");
        linked.addLast("c");
        System.out.println(linked + linked.getFirst() + linked.getLast() + linked.get(1));
        System.out.println(linked.removeFirst() + linked.removeLast() + linked.size());
        Queue<Integer> queue = new LinkedList<>();
        queue.offer(1);
        queue.offer(2);
        System.out.println(queue.peek() + queue.poll() + queue.poll() + " " + queue.poll());
        Deque<Character> stack = new ArrayDeque<>();
        for (char c : "stack".toCharArray()) {
            stack.push(c);
        }
        while (!stack.isEmpty()) {
            System.out.print(stack.pop());
        }
        System.out.println();
        try {
            stack.pop();
        } catch (NoSuchElementException e) {
            System.out.println("empty");
        }
        Map<String, Integer> map = new HashMap<>();
        map.put("one", 1);
        map.put("two", 2);
        System.out.println(map.get("one") + map.getOrDefault("three", 3) + " " + map.containsKey("two") + " " + map.remove("two") + map.size());
        map.clear();
        System.out.println(map.isEmpty() + " " + map.get("one"));
        List<String> copy = new ArrayList<>(linked);
        copy.addAll(linked);
        System.out.println(copy + " " + copy.equals(linked) + " " + new ArrayList<>(linked).equals(linked));
        copy.clear();
        System.out.println(copy.isEmpty());
        Map<Integer, List<String>> groups = new HashMap<>();
        for (String w : new String[] {"a", "bb", "c", "dd", "eee"}) {
            if (!groups.containsKey(w.length())) {
                groups.put(w.length(), new ArrayList<>());
            }
            groups.get(w.length()).add(w);
        }
        System.out.println(groups);
    }
}
