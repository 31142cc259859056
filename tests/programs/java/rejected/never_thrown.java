class Main {
    static void run() {
        try {
            System.out.println("quiet");
        } catch (InterruptedException e) { // error: exception InterruptedException is never thrown in body of corresponding try statement
            System.out.println("never");
        }
    }
}
