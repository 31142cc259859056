class Main {
    static int run(int n) {
        return switch (n) { // error: the switch expression does not cover all possible input values
            case 1 -> 10;
            case 2 -> 20;
        };
    }
}
