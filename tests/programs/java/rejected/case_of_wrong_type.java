class Main {
    static int run(int n) {
        switch (n) {
            case "one": // error: incompatible types: String cannot be converted to int
                return 1;
        }
        return 0;
    }
}
