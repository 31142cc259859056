class Main {
    static boolean run(Integer i, String s) {
        return i == s; // error: incomparable types: Integer and String
    }
}
