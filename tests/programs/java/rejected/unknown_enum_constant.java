class Main {
    enum Color { RED, GREEN }

    static int code(Color c) {
        switch (c) {
            case BLUE: // error: an enum switch case label must be the unqualified name of an enumeration constant
                return 1;
            default:
                return 0;
        }
    }
}
