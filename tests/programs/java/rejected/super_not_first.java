class Base {
    Base(int n) {
    }
}

class Main extends Base {
    Main() {
        super(1);
        System.out.println("made");
        super(2); // error: call to super must be first statement in constructor
    }
}
