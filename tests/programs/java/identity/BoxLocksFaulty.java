/** Two boxes of one small number are one object: each thread waits for a monitor that the other holds. */
public class BoxLocksFaulty {
    static final Object TABLE = new Object();

    static class Side extends Thread {
        private final Integer lock = 7;
        private final boolean tableFirst;

        Side(boolean tableFirst) {
            this.tableFirst = tableFirst;
        }

        public void run() {
            synchronized (tableFirst ? TABLE : lock) {
                synchronized (tableFirst ? lock : TABLE) {
                    assert lock == 7;
                }
            }
        }
    }

    public static void main(String[] arguments) {
        new Side(true).start();
        new Side(false).start();
    }
}
