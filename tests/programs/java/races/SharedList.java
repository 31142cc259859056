import java.util.ArrayList;
import java.util.List;

public class SharedList {
    static final List<Integer> list = new ArrayList<>();

    static void run() {
        list.add(1);
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(SharedList::run);
        thread.start();
        int size = list.size();
        thread.join();
    }
}
