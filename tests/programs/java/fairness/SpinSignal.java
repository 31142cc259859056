import java.util.concurrent.locks.LockSupport;
class SpinSignal {
    static volatile boolean done;
    public static void main(String[] arguments) {
        Thread waiting = new Thread(() -> { LockSupport.park(); done = true; });
        waiting.start();
        while (!done) LockSupport.unpark(waiting);
    }
}
