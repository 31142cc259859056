// x = x + x with another thread that writes 3: all that can be there in the end.
class CompoundOperandRange {
    static int x = 1;
    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            x = x + x;
        });
        Thread second = new Thread(() -> {
            x = 3;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert x == 2 || x == 3 || x == 4 || x == 6;
    }
}
