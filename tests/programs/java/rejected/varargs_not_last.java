class Main {
    static void run(int... a, int b) { // error: varargs parameter must be the last parameter
    }
}
