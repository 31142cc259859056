// Bit manipulation with int and long.
class BitTricks {
    static int count(int x) {
        int n = 0;
        while (x != 0) {
            x &= x - 1;
            n++;
        }
        return n;
    }

    static int reverse(int x) {
        int r = 0;
        for (int i = 0; i < 32; i++) {
            r = r << 1 | x & 1;
            x >>>= 1;
        }
        return r;
    }

    static boolean power(int x) {
        return x > 0 && (x & x - 1) == 0;
    }

    static int swap(int x, int i, int j) {
        int bit = (x >> i ^ x >> j) & 1;
        return x ^ (bit << i | bit << j);
    }

    static long spread(int x) {
        long r = 0;
        for (int i = 0; i < 32; i++) {
            r |= (x >>> i & 1L) << 2 * i;
        }
        return r;
    }

    static int gray(int n) {
        return n ^ n >>> 1;
    }

    static String binary(int x, int width) {
        char[] digits = new char[width];
        for (int i = width; i-- > 0; x >>= 1) {
            digits[i] = (char) ('0' + (x & 1));
        }
        return new String(digits);
    }

    static int xorshift(int x) {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        return x;
    }

    public static void main(String[] args) {
        System.out.println(count(0) + " " + count(255) + " " + count(-1) + " " + count(Integer.MIN_VALUE));
        System.out.println(reverse(1) + " " + reverse(-1) + " " + reverse(0x12345678));
        System.out.println(power(64) + " " + power(63) + " " + power(0) + " " + power(1 << 31));
        System.out.println(swap(0b1010, 0, 1) + " " + swap(0b1010, 1, 3) + " " + swap(1, 0, 31));
        System.out.println(spread(0b1011) + " " + spread(-1));
        for (int i = 0; i < 4; i++) {
            System.out.println(binary(gray(i), 3));
        }
        int x = 2463534242L > 0 ? (int) 2463534242L : 0;
        for (int i = 0; i < 4; i++) {
            x = xorshift(x);
            System.out.println(x);
        }
        int a = 5, b = 9;
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(a + " " + b);
        System.out.println((-37 & 7) + " " + (-37 | 7) + " " + (-37 ^ 7) + " " + (-37 >> 3) + " " + (~-37));
        System.out.println((6 & -6) + " " + (40 & -40) + " " + (x >>> 31 | x << 1));
        System.out.println(Integer.bitCount(255) + " " + Long.numberOfTrailingZeros(8) + " " + Integer.highestOneBit(100));
        System.out.println(Integer.toBinaryString(10) + " " + Integer.toHexString(-1) + " " + Long.toHexString(255L));
    }
}
