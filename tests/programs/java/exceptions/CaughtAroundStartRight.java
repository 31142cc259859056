// run() is called like any method, so the handler around it is the right one.
class CaughtAroundStartRight extends Thread {
    private String text;

    @Override
    public void run() {
        System.out.println(text.length());
    }

    public static void main(String[] args) {
        boolean caught = false;
        try {
            new CaughtAroundStartRight().run();
        } catch (NullPointerException e) {
            caught = true;
        }
        assert caught;
    }
}
