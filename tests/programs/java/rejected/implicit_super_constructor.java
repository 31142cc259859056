class Base {
    Base(int n) {
    }
}

class Main extends Base {
    Main() { // error: constructor Base in class Base cannot be applied to given types;
    }
}
