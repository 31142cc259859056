class Main {
    static void run() {
        throw "text"; // error: incompatible types: String cannot be converted to Throwable
    }
}
