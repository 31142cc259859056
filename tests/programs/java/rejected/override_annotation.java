class Main {
    @Override // error: method does not override or implement a method from a supertype
    public String tostring() {
        return "main";
    }
}
