class Point {
    Point(int x, int y) {
    }
}

class Main {
    Point p = new Point(1, "2"); // error: incompatible types: String cannot be converted to int
}
