class Main {
    static Runnable run() {
        int n = 0;
        return () -> n++; // error: local variables referenced from a lambda expression must be final or effectively final
    }
}
