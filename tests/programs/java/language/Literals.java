// Literals in every base and form.
class Literals {
    public static void main(String[] args) {
        System.out.println(0xFF + " " + 0Xff + " " + 0x7FFF_FFFF + " " + 0x8000_0000 + " " + 0xFFFFFFFF);
        System.out.println(017 + " " + 00 + " " + 0_7 + " " + 037777777777 + " " + 020000000000);
        System.out.println(0b101 + " " + 0B1111_0000 + " " + 0b11111111111111111111111111111111);
        System.out.println(1_000_000 + " " + 1__0 + " " + 2147483647 + " " + -2147483648);
        System.out.println(0xFFFFFFFFFFFFFFFFL + " " + 0x1L + " " + 0777L + " " + 0b1L + " " + -9223372036854775808L);
        System.out.println(0xFFFFFFFFL + " " + 4_294_967_296L);
        System.out.println(1. + " " + .5 + " " + 1e3 + " " + 1E-2 + " " + 1d + " " + 2D + " " + 0f + " " + 1_0.5_0);
        System.out.println(0x1p3 + " " + 0x1.8p1 + " " + 0xAp-1f + " " + 010.5 + " " + 09.5);
        System.out.println('a' + 0 + " " + (int) '\n' + " " + (int) '\t' + " " + (int) '\\' + " " + (int) '\'' + " " + (int) '"');
        System.out.println((int) '\0' + " " + (int) '\7' + " " + (int) '\77' + " " + (int) '\377' + " " + (int) '\u00ff');
        System.out.println((int) '\b' + " " + (int) '\f' + " " + (int) '\r' + " " + (int) '\s');
        System.out.println("\101\60\1012".length() + "\1234" + "\60");
        System.out.println("a\"b'c\\d" + "\u0041");
        System.out.println(true + " " + false + " " + null);
        System.out.println(-0 + " " + -0.0 + " " + +5 + " " + - -5);
        System.out.println((byte) 0x80 + " " + (short) 0xFFFF + " " + (char) 0x41 + " " + (byte) 0b1000_0000);
        byte b = 0x7F;
        char c = 0xFFFF;
        short s = -0x8000;
        System.out.println(b + " " + (int) c + " " + s);
        System.out.println(3.4028235e38f + " " + 1.7976931348623157e308 + " " + 4.9e-324 + " " + 1.4e-45f);
        System.out.println(100f + " " + 1234567f + " " + 12345678f + " " + 0.00012f);
        System.out.println(1e21 + " " + 123456789.125 + " " + 1.0e-5);
    }
}
