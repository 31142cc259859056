class Main {
    class Inner {
    }

    static Object make() {
        return new Inner(); // error: non-static variable this cannot be referenced from a static context
    }
}
