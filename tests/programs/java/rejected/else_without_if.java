class Main {
    static void run(int n) {
        else { // error: 'else' without 'if'
            n--;
        }
    }
}
