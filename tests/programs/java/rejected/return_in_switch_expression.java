class Main {
    static int run(int n) {
        int k = switch (n) {
            case 1 -> {
                return 1; // error: attempt to return out of a switch expression
            }
            default -> 2;
        };
        return k;
    }
}
