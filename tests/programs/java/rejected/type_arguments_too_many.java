import java.util.List;

class Main {
    List<String, String> list; // error: wrong number of type arguments; required 1
}
