class Main {
    static void run(int n) {
        case 1: // error: orphaned case
            n--;
    }
}
