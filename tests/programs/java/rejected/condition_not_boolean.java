class Main {
    static void run(int n) {
        if (n) { // error: incompatible types: int cannot be converted to boolean
            System.out.println("yes");
        }
    }
}
