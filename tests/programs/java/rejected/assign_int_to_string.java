class Main {
    public static void main(String[] args) {
        String s = 5; // error: incompatible types: int cannot be converted to String
    }
}
