class Main {
    static void run() {
        int n = 1;
        String n = "two"; // error: variable n is already defined in method run()
    }
}
