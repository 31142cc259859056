// A class whose static initialiser would fail is never initialised: its constant is known to the compiler.
class Configuration {
    static final int SIZE = 2;
    static final int[] LIMITS = {10, 20};
    static final int LAST = LIMITS[SIZE];
}

class StaticInitialiserRight {
    public static void main(String[] args) {
        Configuration none = null;
        assert Configuration.SIZE == 2 && none == null;
    }
}
