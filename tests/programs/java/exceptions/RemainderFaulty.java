// The remainder of a division by zero, of long.
class RemainderFaulty {
    public static void main(String[] args) {
        long modulus = 3;
        long value = 100;
        while (true) {
            value %= modulus--; // violated: exception
        }
    }
}
