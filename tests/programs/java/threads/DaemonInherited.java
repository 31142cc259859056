class DaemonInherited {
    public static void main(String[] arguments) {
        Thread outer = new Thread(() -> {
            Thread inner = new Thread(() -> { while (true) { } });
            inner.start();
        });
        outer.setDaemon(true);
        outer.start();
    }
}
