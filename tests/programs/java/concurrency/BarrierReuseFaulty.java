// Two workers meet at a barrier after each of two rounds.
// Faulty: who waits looks at the number of arrivals, which the next round uses again. A fast worker arrives for the
// second round before the slow one has seen that the first is over, and both wait.
class Barrier {
    private final int parties;
    private int arrived;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() throws InterruptedException {
        arrived++;
        if (arrived == parties) {
            arrived = 0;
            notifyAll();
        } else {
            while (arrived != 0) {
                wait();
            }
        }
    }
}

class BarrierReuseFaulty {
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
