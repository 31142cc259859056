// A map has no value for the key.
import java.util.HashMap;
import java.util.Map;

class NullCallFaulty {
    public static void main(String[] args) {
        Map<String, String> names = new HashMap<>();
        names.put("de", "Deutsch");
        String name = names.get("en");
        System.out.println(name.length()); // violated: exception
    }
}
