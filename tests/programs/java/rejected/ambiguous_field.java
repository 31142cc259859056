interface A {
    int N = 1;
}

interface B {
    int N = 2;
}

class Main implements A, B {
    int get() {
        return N; // error: reference to N is ambiguous
    }
}
