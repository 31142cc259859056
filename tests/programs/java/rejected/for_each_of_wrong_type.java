class Main {
    static void run(String[] words) {
        for (int w : words) { // error: incompatible types: String cannot be converted to int
        }
    }
}
