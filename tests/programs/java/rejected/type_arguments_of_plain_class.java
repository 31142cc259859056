class Main {
    String<Integer> s; // error: type String does not take parameters
}
