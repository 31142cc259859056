interface A {
    static void run() {
    }
}

class Main {
    static void go(A a) {
        a.run(); // error: illegal static interface method call
    }
}
