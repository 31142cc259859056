class Base {
    int value() {
        return 1;
    }
}

class Main extends Base {
    String value() { // error: value() in Main cannot override value() in Base
        return "1";
    }
}
