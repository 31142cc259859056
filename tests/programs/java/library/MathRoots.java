/** Square roots, and powers of integers. */
public class MathRoots {
    public static void main(String[] arguments) {
        double[] squares = {0.0, -0.0, 1.0, 4.0, 2.25, 1e10, 15241383936.0, Double.POSITIVE_INFINITY, -1.0, Double.NaN};
        for (double square : squares) {
            System.out.println(square + " " + Math.sqrt(square));
        }
        double[] others = {2.0, 3.0, 10.0, 0.1, 1e-300, 1.7e308, 4.9e-324, 4503599627370497.0};
        for (double other : others) {
            System.out.println(Double.doubleToLongBits(Math.sqrt(other)));
        }
        System.out.println(Math.sqrt(2.0) * Math.sqrt(2.0) > 2.0);
        int[] bases = {0, 1, -1, 2, -2, 3, 10, -7};
        int[] exponents = {0, 1, 2, 5, 15, -1, -2};
        for (int base : bases) {
            for (int exponent : exponents) {
                if (exponent >= 0 || Math.abs(base) <= 2) {
                    System.out.println(base + "^" + exponent + " = " + Math.pow(base, exponent));
                }
            }
        }
        System.out.println(Math.pow(1, 1e18) + " " + Math.pow(-1, 1e18) + " " + Math.pow(Double.NaN, 0) + " " + Math.pow(Double.NaN, 2) + " "
                + Math.pow(0.5, 1) + " " + Math.pow(-0.0, 3) + " " + Math.pow(-0.0, -3));
        System.out.println((int) Math.pow(10, 6) + " " + (long) Math.sqrt(1L << 50) + " " + Math.round(Math.sqrt(99)));
        int primes = 0;
        for (int n = 2; n < 30; n++) {
            boolean prime = true;
            for (int d = 2; d <= Math.sqrt(n); d++) {
                prime = prime && n % d != 0;
            }
            if (prime) {
                primes++;
            }
        }
        System.out.println(primes);
    }
}
