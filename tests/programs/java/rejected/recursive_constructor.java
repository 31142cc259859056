class Main {
    Main(int n) { // error: recursive constructor invocation
        this(n - 1);
    }
}
