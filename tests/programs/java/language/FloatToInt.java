// Casts from floating point to integral types truncate and saturate; to byte, short and char they go through int.
class FloatToInt {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.9, -1.9, 2.5, 127.5, 128.0, 300.7, 65536.5, 2147483647.0, 2147483648.0, -2147483649.0,
            1e18, 1e19, -1e19, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (double d : values) {
            System.out.println((int) d + " " + (long) d + " " + (short) d + " " + (byte) d + " " + (int) (char) d);
        }
        float[] floats = {1.5f, -1.5f, 3e9f, -3e9f, 1e20f, Float.NaN};
        for (float f : floats) {
            System.out.println((int) f + " " + (long) f + " " + (short) f + " " + (byte) f);
        }
        int big = 16777217;
        float rounded = big;
        System.out.println((int) rounded);
        System.out.println(big == rounded);
        System.out.println((double) big == big);
        long huge = (1L << 53) + 1;
        double approximated = huge;
        System.out.println((long) approximated);
        System.out.println(huge - (long) approximated);
        System.out.println((int) 3.99f + (int) -3.99);
        System.out.println((float) 1e40);
        System.out.println((float) 1e-50);
        System.out.println((double) (float) 1.1 == 1.1);
        System.out.println((int) 'a' + (int) 1.5 * 2);
        System.out.println((char) 98.6);
        System.out.println(Float.MAX_VALUE < (double) Float.MAX_VALUE * 2);
    }
}
