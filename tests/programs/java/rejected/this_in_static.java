class Main {
    static Object self() {
        return this; // error: non-static variable this cannot be referenced from a static context
    }
}
