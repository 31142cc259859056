class Main {
    static int add(int a, int b) {
        return a + b;
    }

    static int run() {
        return add(1); // error: method add in class Main cannot be applied to given types;
    }
}
