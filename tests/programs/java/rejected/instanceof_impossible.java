class Main {
    static boolean run(Integer i) {
        return i instanceof String; // error: incompatible types: Integer cannot be converted to String
    }
}
