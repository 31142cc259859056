import java.util.ArrayList;
import java.util.List;

/** A list changes between two steps of an iteration: that is seen without anybody using it at the same time. */
public class ChangedWhileIterating {
    public static void main(String[] arguments) throws InterruptedException {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(2);
        Thread other = new Thread(() -> list.add(3));
        other.start();
        for (Integer each : list) {
            Thread.yield();
        }
        other.join();
    }
}
