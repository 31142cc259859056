class Main {
    static int run(int n) {
        return switch (n) {
            case 1:
                yield 5;
            default:
                System.out.println(n);
        }; // error: switch expression completes without providing a value
    }
}
