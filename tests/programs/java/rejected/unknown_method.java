class Main {
    static int twice(int n) {
        return 2 * n;
    }

    public static void main(String[] args) {
        System.out.println(thrice(4)); // error: cannot find symbol
    }
}
