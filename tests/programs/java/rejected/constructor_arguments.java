class Point {
    final int x;

    Point(int x) {
        this.x = x;
    }
}

class Main {
    Point p = new Point(); // error: constructor Point in class Point cannot be applied to given types;
}
