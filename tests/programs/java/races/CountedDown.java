import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class CountedDown {
    static final CountDownLatch latch = new CountDownLatch(1);
    static final AtomicInteger hits = new AtomicInteger();
    static int result;

    static void run() {
        result = 1;
        hits.incrementAndGet();
        latch.countDown();
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(CountedDown::run);
        thread.start();
        hits.incrementAndGet();
        latch.await();
        result++;
        thread.join();
    }
}
