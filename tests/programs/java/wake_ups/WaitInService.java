class WaitInService {
    static int items;
    static final Object lock = new Object();
    public static void main(String[] arguments) throws InterruptedException {
        new Thread(() -> { for (int i = 0; i < 2; i++) synchronized (lock) { items++; lock.notify(); } }).start();
        for (int i = 0; i < 2; i++) {
            synchronized (lock) {
                if (items == 0) lock.wait();
                items--;
                assert items >= 0;
            }
        }
    }
}
