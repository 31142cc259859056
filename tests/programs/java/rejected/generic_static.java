class Main<T> {
    static T shared; // error: non-static type variable T cannot be referenced from a static context
}
