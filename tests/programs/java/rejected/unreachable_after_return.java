class Main {
    static int run() {
        return 1;
        System.out.println("never"); // error: unreachable statement
    }
}
