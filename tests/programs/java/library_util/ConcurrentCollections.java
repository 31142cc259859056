import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Collections for many threads, in one thread and between two. */
public class ConcurrentCollections {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    static void queue(String name, BlockingQueue<Integer> queue) throws InterruptedException {
        show(name + " offer", queue.offer(1) + " " + queue.offer(2) + " " + queue.offer(3) + " " + queue.remainingCapacity());
        attempt(name + " full", () -> queue.add(4));
        show(name + " timed", queue.offer(4, 1, TimeUnit.MILLISECONDS) + " " + queue);
        show(name + " take", queue.take() + " " + queue.peek() + " " + queue.poll() + " " + queue.poll() + " " + queue.poll(1, TimeUnit.MILLISECONDS));
        attempt(name + " none", () -> queue.remove());
        attempt(name + " null", () -> queue.offer(null));
        Thread producer = new Thread(() -> {
            try {
                for (int value = 10; value < 14; value++) {
                    queue.put(value);
                }
            } catch (InterruptedException exception) {
                show("never", exception);
            }
        });
        producer.start();
        int sum = 0;
        for (int count = 0; count < 4; count++) {
            sum = sum * 3 + queue.take();
        }
        producer.join();
        show(name + " passed", sum + " " + queue.isEmpty());
        queue.addAll(Arrays.asList(5, 6, 7));
        List<Integer> drained = new ArrayList<>();
        show(name + " drained", queue.contains(6) + " " + queue.remove(6) + queue.drainTo(drained, 1) + drained + queue);
    }

    public static void main(String[] args) throws InterruptedException {
        queue("array", new ArrayBlockingQueue<>(3));
        queue("linked", new LinkedBlockingQueue<>(3));
        ConcurrentLinkedQueue<String> free = new ConcurrentLinkedQueue<>(Arrays.asList("a", "b", "c"));
        for (String text : free) {
            if (text.equals("a")) {
                free.add("d");
                free.remove("b");
            }
        }
        show("free", free + " " + free.poll() + free.peek() + " " + free.size() + free.contains("d"));
        CopyOnWriteArrayList<Integer> copies = new CopyOnWriteArrayList<>(Arrays.asList(1, 2, 3));
        for (Integer value : copies) {
            copies.add(value * 10);
        }
        show("copies", copies + " " + copies.addIfAbsent(10) + copies.addIfAbsent(11) + copies.remove((Object) 2) + copies.set(0, 9) + copies);
        attempt("copies iterator", () -> {
            Iterator<Integer> each = copies.iterator();
            each.next();
            each.remove();
            return "";
        });
        attempt("copies get", () -> copies.get(99));
        copies.sort(null);
        show("copies sorted", copies + " " + copies.removeIf(value -> value > 10) + copies + copies.indexOf(10));
        show("copied set", new CopyOnWriteArraySet<>(Arrays.asList(3, 1, 3, 2)));
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (String word : "one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split(" ")) {
            map.put(word, word.length());
        }
        show("map", map + " " + map.size());
        show("absent", map.putIfAbsent("one", 1) + " " + map.putIfAbsent("zero", 0) + " " + map.getOrDefault("x", 7) + map.containsKey("six"));
        show("compute", map.merge("one", 4, Integer::sum) + " " + map.computeIfAbsent("x", String::length) + " " + map.compute("x", (k, v) -> null) + map.computeIfPresent("two", (k, v) -> v + 1));
        show("replace", map.replace("two", 4, 5) + " " + map.replace("two", 6) + " " + map.remove("two", 5) + map.remove("two"));
        attempt("null key", () -> map.put(null, 1));
        attempt("null value", () -> map.put("n", null));
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            if (entry.getValue() == 3) {
                map.remove(entry.getKey());
            } else {
                entry.setValue(entry.getValue() * 2);
            }
        }
        show("changed", map + " " + map.keySet() + map.values().size());
        ConcurrentHashMap<Integer, Integer> numbers = new ConcurrentHashMap<>(2);
        for (int value = 0; value < 30; value++) {
            numbers.put(value * 17, value);
        }
        show("numbers", numbers.keySet());
        Thread[] threads = new Thread[2];
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        for (int index = 0; index < threads.length; index++) {
            threads[index] = new Thread(() -> {
                counts.merge("both", 1, Integer::sum);
                counts.merge("both", 1, Integer::sum);
            });
            threads[index].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        show("counted", counts);
        show("units", TimeUnit.SECONDS.toMillis(3) + " " + TimeUnit.MILLISECONDS.toSeconds(2999) + " " + TimeUnit.DAYS.toNanos(1000000) + " " + TimeUnit.HOURS.convert(7200, TimeUnit.SECONDS) + TimeUnit.MINUTES);
    }
}
