class Main {
    public static void main(String[] args) {
        Strng text = null; // error: cannot find symbol
    }
}
