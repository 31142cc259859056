// Three philosophers share three forks.
// Everyone takes the fork with the smaller number first, so nobody waits in a circle.
class Fork {
    private final int number;
    private boolean inUse;

    Fork(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    void use() {
        assert !inUse : "two philosophers eat with one fork";
        inUse = true;
    }

    void clean() {
        inUse = false;
    }
}

class Philosopher extends Thread {
    private static final int MEALS = 2;

    private final Fork lower;
    private final Fork higher;

    Philosopher(String name, Fork left, Fork right) {
        super(name);
        this.lower = left.number() < right.number() ? left : right;
        this.higher = left.number() < right.number() ? right : left;
    }

    @Override
    public void run() {
        for (int meal = 0; meal < MEALS; meal++) {
            synchronized (lower) {
                synchronized (higher) {
                    eat();
                }
            }
        }
    }

    private void eat() {
        lower.use();
        higher.use();
        higher.clean();
        lower.clean();
    }
}

class DiningPhilosophersRight {
    static final int SEATS = 3;

    public static void main(String[] args) {
        Fork[] forks = new Fork[SEATS];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork(i);
        }
        for (int i = 0; i < SEATS; i++) {
            new Philosopher("philosopher " + i, forks[i], forks[(i + 1) % SEATS]).start();
        }
    }
}
