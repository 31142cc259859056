import java.util.List;

class Main {
    void run(List<String> a) {
    }

    void run(List<Integer> a) { // error: name clash: run(List<Integer>) and run(List<String>) have the same erasure
    }
}
