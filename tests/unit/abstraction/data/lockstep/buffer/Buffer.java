// A ring of three cells: only positions and the fill level are kept.
class Buffer {
    static final int CAPACITY = 3;
    int head, tail;
    private int size = 0;

    synchronized boolean put() {
        if (size == CAPACITY)
            return false;
        tail = (tail + 1) % CAPACITY;
        size = size + 1;
        return true;
    }

    synchronized boolean take() {
        if (size <= 0)
            return false;
        head = (head + 1) % CAPACITY;
        size -= 1;
        return true;
    }

    int size() {
        return this.size;
    }
}

class Main {
    public static void main(String[] args) {
        Buffer buffer = new Buffer();
        boolean[] puts = {true, true, false, true, true, true, false, false, false, false, true};
        for (boolean put : puts) {
            boolean done = put ? buffer.put() : buffer.take();
            assert buffer.size() >= 0 && buffer.size() <= 3 : "size " + buffer.size();
            System.out.println(buffer.head);
            System.out.println(buffer.tail);
            System.out.println(buffer.size());
        }
    }
}
