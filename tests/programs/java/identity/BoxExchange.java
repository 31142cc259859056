import java.util.concurrent.atomic.AtomicReference;

/** `compareAndSet` compares objects: small boxes of one value are one, large ones are made anew each time. */
public class BoxExchange {
    static final AtomicReference<Boolean> taken = new AtomicReference<>(false);
    static int winners;

    static void take() {
        if (taken.compareAndSet(false, true)) {
            synchronized (BoxExchange.class) {
                winners++;
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        AtomicReference<Integer> number = new AtomicReference<>(127);
        assert number.compareAndSet(127, 128);
        assert !number.compareAndSet(128, 1);
        Integer old = number.get();
        assert number.compareAndSet(old, null);
        assert number.compareAndSet(null, 5);
        assert !number.compareAndSet(new Integer(5), 6);
        AtomicReference<Object> mixed = new AtomicReference<>(1L);
        assert !mixed.compareAndSet(1, 2) && mixed.weakCompareAndSet(1L, "x") && mixed.compareAndSet("x", 'c');
        assert mixed.getAndUpdate(item -> item).equals('c');
        Thread other = new Thread(BoxExchange::take);
        other.start();
        take();
        other.join();
        assert winners == 1;
    }
}
