enum Color { RED }

class Main {
    Color c = new Color(); // error: enum types may not be instantiated
}
