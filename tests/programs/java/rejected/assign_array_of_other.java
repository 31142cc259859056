class Main {
    int[] numbers = new long[3]; // error: incompatible types: long[] cannot be converted to int[]
}
