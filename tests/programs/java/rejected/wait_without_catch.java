class Main {
    synchronized void run() {
        wait(); // error: unreported exception InterruptedException; must be caught or declared to be thrown
    }
}
