class Secret {
    private int n;
}

class Main {
    static int get(Secret s) {
        return s.n; // error: n has private access in Secret
    }
}
