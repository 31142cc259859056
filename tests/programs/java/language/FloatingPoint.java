// Arithmetic and comparison of float and double.
class FloatingPoint {
    public static void main(String[] args) {
        double a = 0.1, b = 0.2;
        System.out.println(a + b);
        System.out.println(a + b == 0.3);
        System.out.println(0.1f + 0.2f == 0.3f);
        System.out.println(0.5 + 0.25);
        System.out.println(1.0);
        System.out.println(100.0);
        System.out.println(1e10);
        System.out.println(1e7);
        System.out.println(9999999.0);
        System.out.println(0.001);
        System.out.println(1e-4);
        System.out.println(1.5f);
        System.out.println(3f);
        System.out.println(1 / 3.0);
        System.out.println(2 / 3f);
        System.out.println((double) 0.1f);
        System.out.println((float) 0.1);
        System.out.println(16777216f + 1f);
        System.out.println(16777216.0 + 1.0);
        System.out.println((float) 123456789);
        System.out.println((double) Long.MAX_VALUE);
        System.out.println(0.1f == 0.1);
        System.out.println(0.5f == 0.5);
        System.out.println(-0.0 == 0.0);
        System.out.println(-0.0);
        System.out.println(0.0 - 0.0);
        System.out.println(1 / -0.0);
        System.out.println(Double.MAX_VALUE * 2);
        System.out.println(Double.MIN_VALUE / 2);
        System.out.println(1e308 * 10 - 1e308 * 10);
        System.out.println(3.0 * 2 == 6);
        System.out.println(7 / 2 * 2.0);
        System.out.println(7 / 2.0 * 2);
        double sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += 0.1;
        }
        System.out.println(sum);
        System.out.println(sum < 1.0);
        System.out.println(Math.sqrt(2.25) + " " + Math.abs(-1.5) + " " + Math.max(0.5, 1) + " " + Math.floor(-1.5) + " " + Math.ceil(-1.5));
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.round(2.4f));
    }
}
