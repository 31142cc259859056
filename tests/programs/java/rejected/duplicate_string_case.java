class Main {
    static int run(String s) {
        switch (s) {
            case "a":
                return 1;
            case "a": // error: duplicate case label
                return 2;
        }
        return 0;
    }
}
