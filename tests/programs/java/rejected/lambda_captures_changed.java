class Main {
    static Runnable run() {
        int n = 0;
        n++;
        return () -> System.out.println(n); // error: local variables referenced from a lambda expression must be final or effectively final
    }
}
