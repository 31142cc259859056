// A room for one visitor at a time, and a guest book. Two visitors come, each once.
//
//     vexil check examples/java/Rooms.java -p 'ltl: [](Rooms.inside <= 1)'
//
// Static fields, methods and labels can be named in formulas: Rooms.inside, call(Rooms.enter), at(waiting). Try the first
// formula without the loop in enter(): then it is refuted.
class Rooms {
    static int inside;
    static int served;

    static synchronized void enter() throws InterruptedException {
        while (inside == 1) {
            waiting: Rooms.class.wait();
        }
        inside++;
    }

    static synchronized void leave() {
        inside--;
        served++;
        Rooms.class.notifyAll();
    }

    static void visit() {
        try {
            enter();
            visiting: leave();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        new Thread(Rooms::visit).start();
        visit();
    }
}
