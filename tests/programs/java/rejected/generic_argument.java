import java.util.ArrayList;
import java.util.List;

class Main {
    static void run() {
        List<String> list = new ArrayList<>();
        list.add(5); // error: incompatible types: int cannot be converted to String
    }
}
