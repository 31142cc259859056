class DaemonJoined {
    static volatile boolean stop;
    public static void main(String[] arguments) throws Exception {
        Thread w = new Thread(() -> { while (!stop) { } });
        w.setDaemon(true);
        w.start();
        w.join();
    }
}
