import java.util.concurrent.atomic.AtomicBoolean;
class SpinStarving {
    static final AtomicBoolean held = new AtomicBoolean();
    static void once() {
        while (held.getAndSet(true)) { }
    }
    public static void main(String[] arguments) {
        new Thread(SpinStarving::once).start();
        once();
    }
}
