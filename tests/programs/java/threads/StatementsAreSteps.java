// With statements as steps no update is lost.
class StatementsAreSteps {
    static int x;
    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            x++;
        });
        Thread second = new Thread(() -> {
            x += 2;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert x == 3;
    }
}
