class Main {
    static String get(Object o) {
        String s = o; // error: incompatible types: Object cannot be converted to String
        return s;
    }
}
