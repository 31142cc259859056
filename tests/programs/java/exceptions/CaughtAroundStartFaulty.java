// The handler is around start(), but the exception is thrown in the other thread.
class CaughtAroundStartFaulty extends Thread {
    private String text;

    @Override
    public void run() {
        System.out.println(text.length());
    }

    public static void main(String[] args) throws InterruptedException {
        try {
            CaughtAroundStartFaulty thread = new CaughtAroundStartFaulty();
            thread.start();
            thread.join();
        } catch (NullPointerException e) {
            System.out.println("never reached");
        }
    }
}
