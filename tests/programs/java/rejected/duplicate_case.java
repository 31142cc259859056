class Main {
    static int run(int n) {
        switch (n) {
            case 1:
                return 10;
            case 2 - 1: // error: duplicate case label
                return 20;
        }
        return 0;
    }
}
