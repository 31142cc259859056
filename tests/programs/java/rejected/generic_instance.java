class Main<T> {
    T make() {
        return new T(); // error: unexpected type
    }
}
