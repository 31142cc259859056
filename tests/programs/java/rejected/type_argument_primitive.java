import java.util.List;

class Main {
    List<int> numbers; // error: unexpected type
}
