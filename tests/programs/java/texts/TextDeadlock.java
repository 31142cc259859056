import java.util.Optional;

/** Printing an object takes its monitor, with another one held. */
public class TextDeadlock {
    static final Object LOCK = new Object();

    static class Item {
        public synchronized String toString() {
            return "item";
        }

        synchronized void update() {
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
        }
    }

    public static void main(String[] arguments) {
        Item item = new Item();
        new Thread(item::update).start();
        synchronized (LOCK) {
            System.out.println(Optional.of(item));
        }
    }
}
