class Main {
    run() { // error: invalid method declaration; return type required
    }
}
