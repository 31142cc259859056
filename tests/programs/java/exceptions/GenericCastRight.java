// Who does not ask for strings gets no cast.
import java.util.ArrayList;
import java.util.List;

class GenericCastRight {
    @SuppressWarnings({"rawtypes", "unchecked"})
    static void fill(List list) {
        list.add("text");
        list.add(5);
    }

    public static void main(String[] args) {
        List<String> words = new ArrayList<>();
        fill(words);
        for (Object word : words) {
            System.out.println(word);
        }
    }
}
