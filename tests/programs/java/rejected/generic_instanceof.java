import java.util.List;

class Main {
    static boolean run(List<?> o) {
        return o instanceof List<String>; // error: List<CAP#1> cannot be safely cast to List<String>
    }
}
