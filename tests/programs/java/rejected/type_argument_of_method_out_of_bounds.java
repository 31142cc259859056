class Main {
    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    static Object run(Object a, Object b) {
        return max(a, b); // error: method max in class Main cannot be applied to given types;
    }
}
