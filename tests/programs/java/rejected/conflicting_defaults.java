interface A {
    default void run() {
    }
}

interface B {
    default void run() {
    }
}

class Main implements A, B { // error: types A and B are incompatible;
}
