// The modulus is tested first.
class RemainderRight {
    public static void main(String[] args) {
        long modulus = 3;
        long value = 100;
        while (modulus != 0) {
            value %= modulus--;
        }
        assert value == 0;
    }
}
