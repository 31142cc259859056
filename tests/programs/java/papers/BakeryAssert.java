// Two processes of the Bakery algorithm (Lamport 1974), two rounds each, that count who is in the critical section.
class Process1 extends Thread {
    public int y1 = 0;
    private Process2 p2;

    void SetThread(Process2 p) {
        p2 = p;
    }

    public void run() {
        for (int round = 0; round < 2; round++) {
            y1 = p2.y2 + 1;
            while (p2.y2 != 0 && y1 >= p2.y2);
            Critical.enter();
            Critical.leave();
            y1 = 0;
        }
    }
}

class Process2 extends Thread {
    public int y2 = 0;
    private Process1 p1;

    void SetThread(Process1 p) {
        p1 = p;
    }

    public void run() {
        for (int round = 0; round < 2; round++) {
            y2 = p1.y1 + 1;
            while (p1.y1 != 0 && y2 >= p1.y1);
            Critical.enter();
            Critical.leave();
            y2 = 0;
        }
    }
}

class Critical {
    private static int inside;

    static synchronized void enter() {
        inside++;
        assert inside == 1 : "both processes are inside"; // violated: assert
    }

    static synchronized void leave() {
        inside--;
    }
}

class BakeryAssert {
    public static void main(String args[]) {
        Process1 proc1 = new Process1();
        Process2 proc2 = new Process2();
        proc1.SetThread(proc2);
        proc2.SetThread(proc1);
        proc1.start();
        proc2.start();
    }
}
