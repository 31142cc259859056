class Main {
    static Integer run(String s) {
        return (Integer) s; // error: incompatible types: String cannot be converted to Integer
    }
}
