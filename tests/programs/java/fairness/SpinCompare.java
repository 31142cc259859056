import java.util.concurrent.atomic.AtomicInteger;
class SpinCompare {
    static final AtomicInteger held = new AtomicInteger();
    static void once() {
        while (!held.compareAndSet(0, 1)) { }
        held.set(0);
    }
    public static void main(String[] arguments) {
        new Thread(SpinCompare::once).start();
        once();
    }
}
