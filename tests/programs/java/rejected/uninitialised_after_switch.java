class Main {
    static int run(int k) {
        int n;
        switch (k) {
            case 1:
                n = 10;
                break;
            case 2:
                n = 20;
        }
        return n; // error: variable n might not have been initialized
    }
}
