class Main {
    String s = "never closed; // error: unclosed string literal
}
