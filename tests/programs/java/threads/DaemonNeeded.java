class DaemonNeeded {
    static volatile boolean ready;

    public static void main(String[] arguments) {
        Thread helping = new Thread(() -> ready = true);
        helping.setDaemon(true);
        helping.start();
        while (!ready) { }
    }
}
