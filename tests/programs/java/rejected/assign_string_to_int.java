class Main {
    public static void main(String[] args) {
        int n = "5"; // error: incompatible types: String cannot be converted to int
    }
}
