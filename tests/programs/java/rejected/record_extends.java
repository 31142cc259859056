record Point(int x) extends Object { // error: '{' expected
}
