/** Threads that nobody knows hold their own monitors, and then that of the one which came before. */
public class OwnMonitors {
    static Worker last;

    static class Worker extends Thread {
        int visits;

        @Override
        public void run() {
            synchronized (this) {
                visits++;
                Worker before = last;
                last = this;
                if (before != null) {
                    synchronized (before) {
                        before.visits++;
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        new Worker().start();
        new Worker().start();
    }
}
