class Main {
    static int run(int n, int k) {
        switch (n) {
            case k: // error: constant expression required
                return 1;
        }
        return 0;
    }
}
