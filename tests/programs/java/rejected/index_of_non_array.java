class Main {
    static char run(String s) {
        return s[0]; // error: array required, but String found
    }
}
