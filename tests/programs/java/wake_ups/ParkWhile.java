import java.util.concurrent.locks.LockSupport;
class ParkWhile {
    static volatile boolean ready;
    public static void main(String[] arguments) {
        Thread main = Thread.currentThread();
        new Thread(() -> { ready = true; LockSupport.unpark(main); }).start();
        while (!ready) LockSupport.park();
        assert ready;
    }
}
