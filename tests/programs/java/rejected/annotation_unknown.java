class Main {
    @Overide // error: cannot find symbol
    public String toString() {
        return "";
    }
}
