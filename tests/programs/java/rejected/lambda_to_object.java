class Main {
    Object o = () -> 5; // error: incompatible types: Object is not a functional interface
}
