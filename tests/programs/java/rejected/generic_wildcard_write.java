import java.util.List;

class Main {
    static void run(List<? extends Number> list, Integer i) {
        list.add(i); // error: incompatible types: Integer cannot be converted to CAP#1
    }
}
