/** Two boxes of one small number, made in different ways, are one monitor. */
public class BoxLocksRight {
    static int count;

    static void hold(Object one, Object other) {
        synchronized (one) {
            assert one == other && Thread.holdsLock(other);
            other.notify();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        hold((byte) 3, Byte.valueOf((byte) 3));
        hold(Long.valueOf("-128"), -128L);
        hold('a', Character.valueOf("a".charAt(0)));
        hold((short) 127, Short.valueOf((short) 127));
        hold(false, Boolean.FALSE);
        hold(127, Integer.parseInt("127"));
        synchronized ((Object) 1) {
            assert !Thread.holdsLock(1L) && !Thread.holdsLock(new Integer(1)) && !Thread.holdsLock(2);
        }
        Integer first = 5;
        Thread other = new Thread(() -> {
            Integer second = 5;
            synchronized (second) {
                count++;
            }
        });
        other.start();
        synchronized (first) {
            count++;
        }
        other.join();
        assert count == 2;
    }
}
