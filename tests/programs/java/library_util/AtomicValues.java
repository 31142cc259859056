import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Atomic values in one thread, and counted by two. */
public class AtomicValues {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger number = new AtomicInteger(5);
        show("get and", number.getAndIncrement() + " " + number.getAndDecrement() + " " + number.getAndAdd(7) + " " + number.getAndSet(1));
        show("and get", number.incrementAndGet() + " " + number.decrementAndGet() + " " + number.addAndGet(-4));
        show("compare", number.compareAndSet(-3, 10) + " " + number.compareAndSet(-3, 11) + " " + number);
        show("functions", number.updateAndGet(value -> value * 2) + " " + number.getAndUpdate(value -> value + 1) + " " + number.accumulateAndGet(5, Math::max) + " " + number.getAndAccumulate(100, Integer::sum) + " " + number.get());
        show("values", number.intValue() + " " + number.longValue() + " " + number.doubleValue());
        AtomicLong big = new AtomicLong();
        big.set(1L << 40);
        show("long", big.incrementAndGet() + " " + big.addAndGet(5L) + " " + big.compareAndSet(0, 1) + " " + big);
        AtomicBoolean flag = new AtomicBoolean();
        show("flag", flag.getAndSet(true) + " " + flag.compareAndSet(true, false) + " " + flag.compareAndSet(true, false) + " " + flag);
        AtomicReference<String> reference = new AtomicReference<>("a");
        String before = reference.get();
        show("reference", reference.compareAndSet(before, "b") + " " + reference.compareAndSet(before, "c") + " " + reference.getAndSet("d") + " " + reference.updateAndGet(text -> text + "!") + " " + reference);
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        show("array", array.incrementAndGet(1) + " " + array.getAndAdd(1, 4) + " " + array.compareAndSet(2, 0, 9) + " " + array + " " + array.length());
        attempt("array index", () -> array.get(3));
        attempt("array update", () -> array.incrementAndGet(-1));
        AtomicInteger shared = new AtomicInteger();
        Thread[] threads = new Thread[2];
        for (int index = 0; index < threads.length; index++) {
            threads[index] = new Thread(() -> {
                for (int count = 0; count < 3; count++) {
                    shared.incrementAndGet();
                }
            });
            threads[index].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        show("shared", shared.get());
    }
}
