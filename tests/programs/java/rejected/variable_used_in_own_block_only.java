class Main {
    static int run(Object o) {
        if (o instanceof String s) {
            return s.length();
        }
        return s.length(); // error: cannot find symbol
    }
}
