class Main {
    public private int n; // error: illegal combination of modifiers: public and private
}
