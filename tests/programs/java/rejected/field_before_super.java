class Base {
    Base(int n) {
    }
}

class Main extends Base {
    int n = 5;

    Main() {
        super(n); // error: cannot reference n before supertype constructor has been called
    }
}
