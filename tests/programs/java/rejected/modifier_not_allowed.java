private class Main { // error: modifier private not allowed here
}
