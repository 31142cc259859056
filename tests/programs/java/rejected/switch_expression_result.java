class Main {
    static int run(int n) {
        int k = switch (n) {
            case 1 -> 5;
            default -> "six"; // error: incompatible types: bad type in switch expression
        };
        return k;
    }
}
