class Main {
    static boolean flag;

    static void set() {
        flag = 1; // error: incompatible types: int cannot be converted to boolean
    }
}
