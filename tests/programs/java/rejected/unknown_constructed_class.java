class Main {
    public static void main(String[] args) {
        Object o = new Missing(); // error: cannot find symbol
    }
}
