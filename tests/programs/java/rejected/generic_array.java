class Main<T> {
    T[] items = new T[5]; // error: generic array creation
}
