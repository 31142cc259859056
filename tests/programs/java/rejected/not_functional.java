class Main {
    @FunctionalInterface // error: Unexpected @FunctionalInterface annotation
    interface Two {
        void first();

        void second();
    }
}
