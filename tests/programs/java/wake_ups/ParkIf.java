import java.util.concurrent.locks.LockSupport;
class ParkIf {
    static volatile boolean ready;
    public static void main(String[] arguments) {
        Thread main = Thread.currentThread();
        new Thread(() -> { ready = true; LockSupport.unpark(main); }).start();
        if (!ready) LockSupport.park();
        assert ready;
    }
}
