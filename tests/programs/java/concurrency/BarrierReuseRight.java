// Two workers meet at a barrier after each of two rounds.
// Who waits looks at the phase, which stays changed until everybody has seen it.
class Barrier {
    private final int parties;
    private int arrived;
    private boolean phase;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() throws InterruptedException {
        arrived++;
        if (arrived == parties) {
            arrived = 0;
            phase = !phase;
            notifyAll();
        } else {
            boolean before = phase;
            while (phase == before) {
                wait();
            }
        }
    }
}

class BarrierReuseRight {
    static final int ROUNDS = 2;
    static final Barrier barrier = new Barrier(2);
    static final int[] finished = new int[2];

    static void work(int self) {
        try {
            for (int round = 1; round <= ROUNDS; round++) {
                finished[self] = round;
                barrier.await();
                assert finished[1 - self] >= round : "the other is late";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> work(0)).start();
        work(1);
    }
}
