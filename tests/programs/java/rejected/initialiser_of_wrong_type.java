class Main {
    int[] numbers = {1, "two"}; // error: incompatible types: String cannot be converted to int
}
