class Main {
    static void run() {
        var a = {1, 2}; // error: cannot infer type for local variable a
    }
}
