// The static initialiser of a class fails when the class is first used.
class Configuration {
    static final int[] LIMITS = {10, 20};
    static final int LAST = LIMITS[2];

    static int last() {
        return LAST;
    }
}

class StaticInitialiserFaulty {
    public static void main(String[] args) {
        System.out.println("start");
        System.out.println(Configuration.last());
    }
}
