class Main {
    var n = 5; // error: 'var' is not allowed here
}
