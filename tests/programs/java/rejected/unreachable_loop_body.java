class Main {
    static void run() {
        while (false) { // error: unreachable statement
            System.out.println("never");
        }
    }
}
