// A raw list lets a number in; the hidden cast finds it.
import java.util.ArrayList;
import java.util.List;

class GenericCastFaulty {
    @SuppressWarnings({"rawtypes", "unchecked"})
    static void fill(List list) {
        list.add("text");
        list.add(5);
    }

    public static void main(String[] args) {
        List<String> words = new ArrayList<>();
        fill(words);
        for (String word : words) { // violated: exception
            System.out.println(word);
        }
    }
}
