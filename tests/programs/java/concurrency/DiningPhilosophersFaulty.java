// Three philosophers share three forks.
// Faulty: everyone takes the left fork first, so all can hold one fork and wait for the next.
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

    private final Fork left;
    private final Fork right;

    Philosopher(String name, Fork left, Fork right) {
        super(name);
        this.left = left;
        this.right = right;
    }

    @Override
    public void run() {
        for (int meal = 0; meal < MEALS; meal++) {
            synchronized (left) {
                synchronized (right) {
                    eat();
                }
            }
        }
    }

    private void eat() {
        left.use();
        right.use();
        right.clean();
        left.clean();
    }
}

class DiningPhilosophersFaulty {
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
