class Main<T> {
    static T get() { // error: non-static type variable T cannot be referenced from a static context
        return null;
    }
}
