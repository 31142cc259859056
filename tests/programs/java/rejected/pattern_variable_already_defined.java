class Main {
    static int run(Object o, int s) {
        if (o instanceof String s) { // error: variable s is already defined in method run(Object,int)
            return 1;
        }
        return s;
    }
}
