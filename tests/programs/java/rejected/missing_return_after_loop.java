class Main {
    static int find(int[] a) {
        for (int x : a) {
            return x;
        }
    } // error: missing return statement
}
