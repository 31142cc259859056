class Point {
    int x;
}

class Main {
    static int get(Point p) {
        return p.z; // error: cannot find symbol
    }
}
