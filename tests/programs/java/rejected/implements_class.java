class Base {
}

class Main implements Base { // error: interface expected here
}
