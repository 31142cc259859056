/** Six philosophers take the fork with the smaller number first, so that nobody waits for ever. */
class Fork {
}

class Philosopher extends Thread {
    private final Fork first;
    private final Fork second;

    Philosopher(Fork first, Fork second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void run() {
        synchronized (first) {
            synchronized (second) {
            }
        }
    }
}

class Philosophers {
    private static final int SEATS = 6;

    public static void main(String[] args) {
        Fork[] forks = new Fork[SEATS];
        for (int i = 0; i < SEATS; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < SEATS; i++) {
            int next = (i + 1) % SEATS;
            new Philosopher(forks[Math.min(i, next)], forks[Math.max(i, next)]).start();
        }
    }
}
