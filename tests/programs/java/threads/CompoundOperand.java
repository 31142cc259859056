// x = x + x reads twice: 1 + 1, 1 + 3, 3 + 3, or what the other thread writes last.
class CompoundOperand {
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
        assert x != 4; // violated: assert
    }
}
