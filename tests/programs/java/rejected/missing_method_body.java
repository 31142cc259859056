class Shape {
    int area(); // error: missing method body, or declare abstract
}
