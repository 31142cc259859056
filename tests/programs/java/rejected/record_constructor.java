record Point(int x, int y) {
    Point(int x) { // error: constructor is not canonical, so its first statement must invoke another constructor of class Point
        System.out.println(x);
    }
}
