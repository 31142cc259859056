class Main {
    static { // error: initializer must be able to complete normally
        throw new RuntimeException();
    }
}
