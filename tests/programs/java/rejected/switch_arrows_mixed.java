class Main {
    static void run(int n) {
        switch (n) {
            case 1 -> n++;
            case 2: n--; // error: different case kinds used in the switch
        }
    }
}
