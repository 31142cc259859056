// A static initialiser waits for a thread that needs the class.
class InitialiserJoins {
    static class Table {
        static int size;

        static {
            Thread filler = new Thread(() -> size = 1);
            filler.start();
            try {
                filler.join();
            } catch (InterruptedException e) {
                size = 0;
            }
        }
    }

    public static void main(String[] args) {
        assert Table.size >= 0;
    }
}
