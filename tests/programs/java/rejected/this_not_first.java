class Main {
    Main(int n) {
    }

    Main() {
        System.out.println("made");
        this(1); // error: call to this must be first statement in constructor
    }
}
