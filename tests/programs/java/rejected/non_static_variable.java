class Main {
    int n = 1;

    public static void main(String[] args) {
        System.out.println(n); // error: non-static variable n cannot be referenced from a static context
    }
}
