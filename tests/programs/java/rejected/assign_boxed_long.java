class Main {
    Long big = 5; // error: incompatible types: int cannot be converted to Long
}
