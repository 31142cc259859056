class Main {
    static void run() {
        throw new Exception("checked"); // error: unreported exception Exception; must be caught or declared to be thrown
    }
}
