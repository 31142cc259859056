public class DiningOk {
    static final int N = 6;

    static class Fork {
        private boolean taken;

        synchronized void take() throws InterruptedException {
            while (taken) {
                wait();
            }
            taken = true;
        }

        synchronized void put() {
            taken = false;
            notifyAll();
        }
    }

    static class Philosopher extends Thread {
        private final Fork left, right;
        private int meals;

        Philosopher(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            try {
                left.take();
                right.take();
                meals++;
                right.put();
                left.put();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Fork[] forks = new Fork[N];
        for (int i = 0; i < N; i++) {
            forks[i] = new Fork();
        }
        Philosopher[] philosophers = new Philosopher[N];
        for (int i = 0; i < N; i++) {
            philosophers[i] = i + 1 < N ? new Philosopher(forks[i], forks[i + 1]) : new Philosopher(forks[0], forks[i]);
            philosophers[i].start();
        }
        for (int i = 0; i < N; i++) {
            philosophers[i].join();
        }
    }
}
