class Main {
    static void run() {
        var n = null; // error: cannot infer type for local variable n
    }
}
