class Box<T extends Number> {
}

class Main {
    Box<String> box; // error: type argument String is not within bounds of type-variable T
}
