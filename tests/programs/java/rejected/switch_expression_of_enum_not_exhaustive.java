class Main {
    enum Color { RED, GREEN }

    static int run(Color c) {
        return switch (c) { // error: the switch expression does not cover all possible input values
            case RED -> 1;
        };
    }
}
