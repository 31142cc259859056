/** A daemon that waits for the end of the thread which started it comes to that end as long as main is alive. */
public class DaemonOutlivesStarter {
    static class Watcher extends Thread {
        private final Thread watched;

        Watcher(Thread watched) {
            this.watched = watched;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                watched.join();
            } catch (InterruptedException e) {
                return;
            }
            assert watched.isAlive() : "it has ended";
        }
    }

    static class Starter extends Thread {
        @Override
        public void run() {
            new Watcher(this).start();
        }
    }

    public static void main(String[] args) {
        new Starter().start();
    }
}
