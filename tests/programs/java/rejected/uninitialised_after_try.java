class Main {
    static int run(String s) {
        int n;
        try {
            n = Integer.parseInt(s);
        } catch (NumberFormatException e) {
            System.out.println("no number");
        }
        return n; // error: variable n might not have been initialized
    }
}
