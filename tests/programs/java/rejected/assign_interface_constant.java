interface Limits {
    int MAX = 10;
}

class Main implements Limits {
    void raise() {
        MAX = 20; // error: cannot assign a value to final variable MAX
    }
}
