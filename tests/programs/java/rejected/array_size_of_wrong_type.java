class Main {
    int[] a = new int["2"]; // error: incompatible types: String cannot be converted to int
}
