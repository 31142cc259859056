public class Sync {
    static final int N = 6;
    static class Fork { }
    static class Philosopher extends Thread {
        private final Fork left, right;
        Philosopher(Fork left, Fork right) { this.left = left; this.right = right; }
        @Override
        public void run() {
            synchronized (left) {
                synchronized (right) {
                }
            }
        }
    }
    public static void main(String[] args) {
        Fork[] forks = new Fork[N];
        for (int i = 0; i < N; i++) { forks[i] = new Fork(); }
        for (int i = 0; i < N; i++) { new Philosopher(forks[i], forks[(i + 1) % N]).start(); }
    }
}
