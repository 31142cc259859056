class Main {
    void run() {
    }

    public static void main(String[] args) {
        run(); // error: non-static method run() cannot be referenced from a static context
    }
}
