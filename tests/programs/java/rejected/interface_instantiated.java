class Main {
    Runnable r = new Runnable(); // error: Runnable is abstract; cannot be instantiated
}
