// A sender and a receiver with one cell between them. A message that was not fetched in time is written over, one that
// was fetched is sent again until it is acknowledged: messages get lost and doubled. Each has a number, which grows
// without bound; the receiver takes a message only if it has the number that comes next.
//
// Messages are black and white by turns. The receiver must never take two of one colour in a row.
class Line {
    private int number = -1; // nothing was sent
    private boolean white;
    private int acknowledged = -1;

    synchronized void send(int next, boolean colour) {
        number = next;
        white = colour;
    }

    synchronized boolean isAcknowledged(int sent) {
        return acknowledged == sent;
    }

    synchronized boolean take(int expected, boolean colour) {
        if (number != expected) {
            return false;
        }
        assert white == colour : "two messages of one colour";
        acknowledged = number;
        return true;
    }
}

class Sender extends Thread {
    private final Line line;

    Sender(Line line) {
        this.line = line;
    }

    public void run() {
        int number = 0;
        boolean white = true;
        while (true) {
            line.send(number, white);
            if (line.isAcknowledged(number)) {
                number++;
                white = !white;
            }
        }
    }
}

class Receiver extends Thread {
    private final Line line;

    Receiver(Line line) {
        this.line = line;
    }

    public void run() {
        int expected = 0;
        boolean white = true;
        while (true) {
            if (line.take(expected, white)) {
                expected = expected + 1;
                white = !white;
            }
        }
    }
}

class Main {
    public static void main(String[] args) {
        Line line = new Line();
        new Sender(line).start();
        new Receiver(line).start();
    }
}
