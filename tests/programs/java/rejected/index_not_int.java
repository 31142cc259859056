class Main {
    static int run(int[] a) {
        return a["0"]; // error: incompatible types: String cannot be converted to int
    }
}
