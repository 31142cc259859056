class Base {
    void run() {
    }
}

class Main extends Base {
    @Override
    void run() throws Exception { // error: run() in Main cannot override run() in Base
    }
}
