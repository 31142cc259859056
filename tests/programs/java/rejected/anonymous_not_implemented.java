class Main {
    Runnable r = new Runnable() { // error: <anonymous Main$1> is not abstract and does not override abstract method run() in Runnable
        public void go() {
        }
    };
}
