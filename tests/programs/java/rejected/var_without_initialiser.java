class Main {
    static void run() {
        var n; // error: cannot infer type for local variable n
    }
}
