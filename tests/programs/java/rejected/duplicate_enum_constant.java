enum Color {
    RED, GREEN, RED // error: variable RED is already defined in enum Color
}
