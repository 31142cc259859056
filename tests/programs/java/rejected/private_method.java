class Secret {
    private void run() {
    }
}

class Main {
    static void get(Secret s) {
        s.run(); // error: run() has private access in Secret
    }
}
