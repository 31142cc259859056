class Main {
    static void run() {
        while (true) {
        }
        System.out.println("never"); // error: unreachable statement
    }
}
