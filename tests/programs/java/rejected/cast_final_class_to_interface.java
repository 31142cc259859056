class Main {
    static Runnable run(String s) {
        return (Runnable) s; // error: incompatible types: String cannot be converted to Runnable
    }
}
