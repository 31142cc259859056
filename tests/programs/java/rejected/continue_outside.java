class Main {
    static void run(int n) {
        switch (n) {
            case 1:
                continue; // error: continue outside of loop
        }
    }
}
