class Main {
    static void run() {
        try {
            System.out.println(1);
        } catch (IllegalArgumentException | RuntimeException e) { // error: Alternatives in a multi-catch statement cannot be related by subclassing
            System.out.println("any");
        }
    }
}
