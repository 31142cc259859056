/** The bits of integers. */
public class IntegerBits {
    public static void main(String[] arguments) {
        int[] numbers = {0, 1, -1, 2, 12, 255, 256, 0x12345678, -8, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int n : numbers) {
            System.out.println(n + ": " + Integer.bitCount(n) + " " + Integer.highestOneBit(n) + " " + Integer.lowestOneBit(n) + " "
                    + Integer.numberOfLeadingZeros(n) + " " + Integer.numberOfTrailingZeros(n) + " " + Integer.reverse(n) + " "
                    + Integer.reverseBytes(n) + " " + Integer.signum(n));
            System.out.println(Integer.rotateLeft(n, 5) + " " + Integer.rotateRight(n, 5) + " " + Integer.rotateLeft(n, -1) + " "
                    + Integer.rotateLeft(n, 32) + " " + Integer.toUnsignedLong(n) + " " + Integer.hashCode(n));
            System.out.println((n << 1) + " " + (n >> 1) + " " + (n >>> 1) + " " + (n << 33) + " " + (n >>> -1) + " " + (~n) + " "
                    + (byte) n + " " + (short) n + " " + (int) (char) n + " " + (long) n + " " + -n);
        }
        long[] longs = {0, 1, -1, 0xffL << 40, 0x123456789abcdefL, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long n : longs) {
            System.out.println(n + ": " + Long.bitCount(n) + " " + Long.highestOneBit(n) + " " + Long.lowestOneBit(n) + " "
                    + Long.numberOfLeadingZeros(n) + " " + Long.numberOfTrailingZeros(n) + " " + Long.reverse(n) + " "
                    + Long.reverseBytes(n) + " " + Long.signum(n) + " " + Long.hashCode(n));
            System.out.println(Long.rotateLeft(n, 9) + " " + Long.rotateRight(n, 70) + " " + (n >> 65) + " " + (n >>> 63) + " " + (int) n);
        }
        System.out.println(Integer.compareUnsigned(-1, 1) + " " + Integer.compareUnsigned(1, 2) + " " + Integer.divideUnsigned(-1, 3)
                + " " + Integer.remainderUnsigned(-1, 7) + " " + Integer.divideUnsigned(7, -1));
        System.out.println(Long.compareUnsigned(-1, 1) + " " + Long.divideUnsigned(-1, 3) + " " + Long.remainderUnsigned(-1, 7) + " "
                + Long.divideUnsigned(7, -1) + " " + Long.divideUnsigned(-1, -2) + " " + Long.remainderUnsigned(-1, -2));
        System.out.println(Integer.MIN_VALUE + " " + Integer.MAX_VALUE + " " + Integer.SIZE + " " + Integer.BYTES + " " + Long.MIN_VALUE
                + " " + Long.MAX_VALUE + " " + Long.SIZE + " " + Long.BYTES);
        System.out.println(Integer.sum(3, 4) + " " + Integer.max(3, 4) + " " + Integer.min(3, 4) + " " + Long.sum(3, 4) + " "
                + Long.max(3, 4) + " " + Long.min(3, 4));
        try {
            Integer.divideUnsigned(1, 0);
        } catch (ArithmeticException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            Long.remainderUnsigned(1, 0);
        } catch (ArithmeticException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
