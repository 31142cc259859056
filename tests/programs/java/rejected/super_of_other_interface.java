interface A {
    default void run() {
    }
}

class Main {
    void go() {
        A.super.run(); // error: not an enclosing class: A
    }
}
