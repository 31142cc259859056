import java.util.concurrent.Semaphore;
class SpinSemaphore {
    static final Semaphore free = new Semaphore(1);
    static void once() {
        while (!free.tryAcquire()) { }
        free.release();
    }
    public static void main(String[] arguments) {
        new Thread(SpinSemaphore::once).start();
        once();
    }
}
