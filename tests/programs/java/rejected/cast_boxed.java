class Main {
    static Long run(int n) {
        return (Long) n; // error: incompatible types: int cannot be converted to Long
    }
}
