class Main {
    enum Color { RED }

    static void run(Color c) {
        switch (c) {
            case Color.RED: // error: an enum switch case label must be the unqualified name of an enumeration constant
        }
    }
}
