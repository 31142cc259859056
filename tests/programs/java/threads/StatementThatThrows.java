// A statement that throws is one step; what the handler does is further steps.
class StatementThatThrows {
    static int x;
    static int seen;
    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            int[] numbers = new int[1];
            try {
                numbers[1] = x;
            } catch (ArrayIndexOutOfBoundsException e) {
                x = 1;
                x = 2;
            }
        });
        Thread second = new Thread(() -> {
            seen = x;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert seen != 1; // violated: assert
    }
}
