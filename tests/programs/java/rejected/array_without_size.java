class Main {
    int[] a = new int[]; // error: array dimension missing
}
