class Main implements Runnable, Runnable { // error: repeated interface
    public void run() {
    }
}
