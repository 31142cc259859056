import java.util.concurrent.atomic.AtomicBoolean;
class SpinSet {
    static final AtomicBoolean held = new AtomicBoolean();
    static void once() {
        while (held.getAndSet(true)) { }
        held.set(false);
    }
    public static void main(String[] arguments) {
        new Thread(SpinSet::once).start();
        once();
    }
}
