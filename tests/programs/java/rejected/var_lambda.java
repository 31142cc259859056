class Main {
    static void run() {
        var f = () -> 5; // error: cannot infer type for local variable f
    }
}
