class Main {
    static void run(int n) {
        try { // error: 'try' without 'catch', 'finally' or resource declarations
            n--;
        }
    }
}
