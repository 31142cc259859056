class Main extends Runnable { // error: no interface expected here
    public void run() {
    }
}
