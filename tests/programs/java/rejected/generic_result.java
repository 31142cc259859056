import java.util.List;

class Main {
    static int run(List<String> list) {
        return list.get(0); // error: incompatible types: String cannot be converted to int
    }
}
