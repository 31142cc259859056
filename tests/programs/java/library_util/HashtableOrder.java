import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.Map;
import java.util.Properties;

/** The old hash table with its order, and properties. */
public class HashtableOrder {
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

    public static void main(String[] args) {
        Hashtable<String, Integer> table = new Hashtable<>();
        for (String word : "one two three four five six seven eight nine ten".split(" ")) {
            table.put(word, word.length());
            show("table", table);
        }
        show("get", table.get("six") + " " + table.get("none") + " " + table.contains(5) + table.containsKey("ten") + table.containsValue(9));
        attempt("null key", () -> table.put(null, 1));
        attempt("null value", () -> table.put("x", null));
        attempt("get null", () -> table.get(null));
        StringBuilder text = new StringBuilder();
        for (Enumeration<String> keys = table.keys(); keys.hasMoreElements();) {
            text.append(keys.nextElement()).append(' ');
        }
        for (Enumeration<Integer> values = table.elements(); values.hasMoreElements();) {
            text.append(values.nextElement()).append(' ');
        }
        show("enumerated", text);
        attempt("no key", () -> new Hashtable<String, Integer>().keys().nextElement());
        show("remove", table.remove("two") + " " + table.remove("two") + " " + table.size());
        Iterator<Map.Entry<String, Integer>> entries = table.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, Integer> entry = entries.next();
            if (entry.getValue() == 3) {
                entries.remove();
            } else {
                entry.setValue(entry.getValue() * 10);
            }
        }
        show("entries", table + " " + table.keySet() + " " + table.values());
        show("compute", table.merge("nine", 1, Integer::sum) + " " + table.computeIfAbsent("zero", String::length) + " " + table.compute("zero", (k, v) -> null));
        attempt("modified", () -> {
            for (String key : table.keySet()) {
                table.put(key + "x", 1);
            }
            return table;
        });
        Hashtable<Integer, Integer> numbers = new Hashtable<>(3);
        for (int key = -3; key < 12; key++) {
            numbers.put(key * 5, key);
        }
        show("numbers", numbers + " " + numbers.equals(new Hashtable<>(numbers)) + " " + numbers.hashCode());
        text.setLength(0);
        numbers.forEach((key, value) -> text.append(key).append(' '));
        show("each", text);
        Properties defaults = new Properties();
        defaults.setProperty("size", "10");
        Properties properties = new Properties(defaults);
        properties.setProperty("name", "vexil");
        properties.setProperty("mode", "fast");
        show("properties", properties.getProperty("size") + " " + properties.getProperty("name") + " " + properties.getProperty("x") + " " + properties.getProperty("x", "y"));
        show("all", properties + " " + properties.stringPropertyNames() + " " + properties.size());
    }
}
