class Main {
    static int length(String s) {
        return s; // error: incompatible types: String cannot be converted to int
    }
}
