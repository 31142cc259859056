/** Threads that take turns through wait and notify. */
public class MonitorHandshake {
    private final StringBuilder log = new StringBuilder();
    private int turn;

    synchronized void play(int me, int players, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            while (turn != me) {
                wait();
            }
            log.append((char) ('a' + me));
            turn = (turn + 1) % players;
            notifyAll();
        }
    }

    static class Slot {
        private Integer value;

        synchronized void put(int number) throws InterruptedException {
            while (value != null) {
                wait();
            }
            value = number;
            notify();
        }

        synchronized int take() throws InterruptedException {
            while (value == null) {
                wait();
            }
            int result = value;
            value = null;
            notify();
            return result;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        MonitorHandshake game = new MonitorHandshake();
        Thread[] players = new Thread[3];
        for (int i = 0; i < players.length; i++) {
            int me = i;
            players[i] = new Thread(() -> {
                try {
                    game.play(me, 3, 4);
                } catch (InterruptedException exception) {
                    System.out.println("interrupted");
                }
            });
            players[i].start();
        }
        for (Thread player : players) {
            player.join();
        }
        System.out.println(game.log.toString());
        Slot slot = new Slot();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 5; i++) {
                    slot.put(i * i);
                }
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            int taken = slot.take();
            System.out.println("took " + taken);
            sum += taken;
        }
        producer.join();
        System.out.println(sum);
        Object lock = new Object();
        int[] total = {0};
        Thread[] adders = new Thread[3];
        for (int i = 0; i < adders.length; i++) {
            adders[i] = new Thread(() -> {
                for (int k = 0; k < 5; k++) {
                    synchronized (lock) {
                        total[0]++;
                    }
                }
            });
        }
        for (Thread adder : adders) {
            adder.start();
        }
        for (Thread adder : adders) {
            adder.join();
        }
        System.out.println(total[0]);
    }
}
