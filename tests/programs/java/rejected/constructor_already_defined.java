class Main {
    Main(int a) {
    }

    Main(int b) { // error: constructor Main(int) is already defined in class Main
    }
}
