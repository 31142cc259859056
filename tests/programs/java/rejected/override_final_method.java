class Base {
    final void run() {
    }
}

class Main extends Base {
    void run() { // error: run() in Main cannot override run() in Base
    }
}
