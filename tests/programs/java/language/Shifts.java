// Shift amounts are taken modulo 32 or 64, and the type is that of the left operand.
class Shifts {
    public static void main(String[] args) {
        int[] amounts = {0, 1, 5, 31, 32, 33, 63, 64, -1, -31, -32};
        int x = -123456789;
        long y = -123456789012345L;
        for (int n : amounts) {
            System.out.println(n + ": " + (x << n) + " " + (x >> n) + " " + (x >>> n));
            System.out.println(n + ": " + (y << n) + " " + (y >> n) + " " + (y >>> n));
        }
        System.out.println(1 << 35);
        System.out.println(1L << 35);
        System.out.println(1 << 35L);
        byte b = -1;
        System.out.println(b >>> 1);
        System.out.println((byte) (b >>> 1));
        System.out.println((byte) (b >>> 25));
        b >>>= 1;
        System.out.println(b);
        b >>>= 30;
        System.out.println(b);
        short s = -4;
        s >>>= 2;
        System.out.println(s);
        char c = 0x8000;
        c >>= 3;
        System.out.println((int) c);
        c <<= 4;
        System.out.println((int) c);
        int i = 1;
        i <<= 33;
        System.out.println(i);
        i <<= 1L << 33;
        System.out.println(i);
        long l = 1;
        l <<= 65;
        System.out.println(l);
        System.out.println(-1 >>> 28 << 2);
    }
}
