class DaemonRemains {
    static boolean ended;

    public static void main(String[] arguments) {
        Thread watching = new Thread(() -> { while (true) { Thread.yield(); } });
        watching.setDaemon(true);
        watching.start();
        ended = true;
    }
}
