/** Atoms of properties compute as Java does: numbers of less than 32 bits are promoted first. */
class Narrow {
    static char a;
    static byte b;

    public static void main(String[] args) {
        b = 1;
        b = -5;
        a = 65535;
    }
}
