// A key without a value gets a default.
import java.util.HashMap;
import java.util.Map;

class NullCallRight {
    public static void main(String[] args) {
        Map<String, String> names = new HashMap<>();
        names.put("de", "Deutsch");
        String name = names.get("en");
        if (name == null) {
            name = "";
        }
        System.out.println(name.length());
    }
}
