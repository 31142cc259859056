class Secret {
    private Secret() {
    }
}

class Main {
    Secret s = new Secret(); // error: Secret() has private access in Secret
}
