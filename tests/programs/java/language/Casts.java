// Narrowing and widening between all integral types.
class Casts {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, -32769, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int v : values) {
            byte b = (byte) v;
            short s = (short) v;
            char c = (char) v;
            long l = v;
            System.out.println(v + ": " + b + " " + s + " " + (int) c + " " + l);
        }
        long[] longs = {1L << 31, 1L << 32, (1L << 32) + 5, -1L << 33, Long.MAX_VALUE, Long.MIN_VALUE, 0x1234567890ABCDEFL};
        for (long l : longs) {
            System.out.println(l + ": " + (int) l + " " + (short) l + " " + (byte) l + " " + (int) (char) l);
        }
        byte negative = -2;
        System.out.println((int) (char) negative);
        System.out.println((char) negative == 65534);
        System.out.println(negative & 0xFF);
        System.out.println((short) (char) negative);
        System.out.println((int) (short) 0x18000);
        System.out.println((long) (int) 0xFFFFFFFFFFL);
        System.out.println((byte) '\u00e9');
        System.out.println((int) (byte) 300 + (int) (short) 70000);
    }
}
