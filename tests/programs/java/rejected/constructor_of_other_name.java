class Main {
    public Mian() { // error: invalid method declaration; return type required
    }
}
