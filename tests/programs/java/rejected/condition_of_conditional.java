class Main {
    static int run(String s) {
        return s ? 1 : 2; // error: incompatible types: String cannot be converted to boolean
    }
}
