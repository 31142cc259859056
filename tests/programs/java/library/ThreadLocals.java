/** Variables that every thread has its own copy of. */
public class ThreadLocals {
    static final ThreadLocal<Integer> COUNT = ThreadLocal.withInitial(() -> {
        System.out.println("initial");
        return 10;
    });
    static final ThreadLocal<String> NAME = new ThreadLocal<>();
    static final ThreadLocal<StringBuilder> TEXT = new ThreadLocal<StringBuilder>() {
        @Override
        protected StringBuilder initialValue() {
            return new StringBuilder("text");
        }
    };

    static void show(String who) {
        System.out.println(who + ": " + COUNT.get() + " " + NAME.get() + " " + TEXT.get());
    }

    public static void main(String[] arguments) throws InterruptedException {
        show("main");
        COUNT.set(COUNT.get() + 1);
        NAME.set("main's");
        TEXT.get().append("!");
        show("main");
        Thread other = new Thread(() -> {
            show("other");
            COUNT.set(0);
            NAME.set("other's");
            TEXT.get().append("?");
            show("other");
        });
        other.start();
        other.join();
        show("main");
        COUNT.remove();
        show("main");
        NAME.remove();
        NAME.remove();
        TEXT.remove();
        show("main");
        NAME.set(null);
        show("main");
    }
}
