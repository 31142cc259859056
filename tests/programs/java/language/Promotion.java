// Operands of byte, short and char become int before anything is done with them.
class Promotion {
    static void show(int value) {
        System.out.println("int " + value);
    }

    static void show(long value) {
        System.out.println("long " + value);
    }

    static void show(float value) {
        System.out.println("float " + value);
    }

    static void show(double value) {
        System.out.println("double " + value);
    }

    static void show(byte value) {
        System.out.println("byte " + value);
    }

    static void show(short value) {
        System.out.println("short " + value);
    }

    static void show(char value) {
        System.out.println("char " + value);
    }

    public static void main(String[] args) {
        byte b = 100;
        short s = 30000;
        char c = 'A';
        int i = 7;
        long l = 1L << 40;
        float f = 0.5f;
        double d = 0.25;
        show(b);
        show(s);
        show(c);
        show(b + b);
        show(s + s);
        show(c + c);
        show(b * s);
        show(-b);
        show(+c);
        show(~s);
        show(i + l);
        show(l + f);
        show(f + d);
        show(i + f);
        show(c + d);
        show(b << 1);
        show(b << 1L);
        show(l >> i);
        show(s / b);
        show((short) (s + s));
        show((byte) (b + b));
        show((char) (c + 1));
        final byte small = 10;
        byte fits = small + 5;
        show(fits);
        char fromConstant = 97;
        show(fromConstant);
    }
}
