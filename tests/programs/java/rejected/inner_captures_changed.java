class Main {
    static Runnable run() {
        int n = 0;
        n = 1;
        return new Runnable() {
            public void run() {
                System.out.println(n); // error: local variables referenced from an inner class must be final or effectively final
            }
        };
    }
}
