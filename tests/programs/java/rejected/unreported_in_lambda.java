class Main {
    Runnable r = () -> Thread.sleep(10); // error: unreported exception InterruptedException; must be caught or declared to be thrown
}
