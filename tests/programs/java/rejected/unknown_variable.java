class Main {
    public static void main(String[] args) {
        int total = 1;
        System.out.println(totl); // error: cannot find symbol
    }
}
