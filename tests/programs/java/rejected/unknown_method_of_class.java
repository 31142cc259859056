class Main {
    static int get(String s) {
        return s.size(); // error: cannot find symbol
    }
}
