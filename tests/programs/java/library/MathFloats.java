/** Floating-point functions of Math that have one right result. */
public class MathFloats {
    /** The number if it is short, else its bits. */
    static String text(double number) {
        if (Math.abs(number) < 1e9 && number * 4.0 == Math.rint(number * 4.0)) {
            return Double.toString(number);
        }
        return "bits " + Double.doubleToLongBits(number);
    }

    static String text(float number) {
        if (Math.abs(number) < 1000.0f && number * 4.0f == Math.rint(number * 4.0f)) {
            return Float.toString(number);
        }
        return "bits " + Float.floatToIntBits(number);
    }

    public static void main(String[] arguments) {
        double[] numbers = {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994, 3.75, -3.25, 1e9, 1e15, 4503599627370497.5, 1e18,
            -1e300, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (double d : numbers) {
            System.out.println(text(d) + ": " + text(Math.floor(d)) + " " + text(Math.ceil(d)) + " " + text(Math.rint(d)) + " "
                    + Math.round(d) + " " + Math.round((float) d) + " " + text(Math.abs(d)) + " " + text(Math.abs((float) d)) + " "
                    + text(Math.signum(d)) + " " + text(Math.signum((float) d)));
            System.out.println((int) d + " " + (long) d + " " + (char) ((int) d & 63 | 64) + " " + (short) d + " " + (byte) d + " "
                    + Math.copySign(2.0, d) + " " + text(Math.copySign(d, -1.0)) + " " + Math.copySign(1.5f, (float) d));
        }
        double[] few = {0.0, -0.0, 1.0, -2.0, Double.NaN, Double.POSITIVE_INFINITY};
        for (double a : few) {
            for (double b : few) {
                System.out.println(a + " " + b + ": " + Math.max(a, b) + " " + Math.min(a, b) + " " + Math.max((float) a, (float) b) + " "
                        + Math.min((float) a, (float) b) + " " + (a < b) + " " + (a == b) + " " + a % b + " " + a / b);
            }
        }
        System.out.println((Math.PI == 3.141592653589793) + " " + (Math.E == 2.718281828459045));
        System.out.println((Math.toRadians(180) == Math.PI) + " " + Math.toDegrees(Math.PI) + " " + text(Math.toRadians(1)));
        double random = Math.random();
        System.out.println(random >= 0.0 && random < 1.0);
        double sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += 0.5;
        }
        System.out.println(sum == 5.0);
        System.out.println(7 / 2 + " " + 7 / 2.0 + " " + 7 % 2.5 + " " + -7 % 2.5 + " " + 1.0f * 3);
    }
}
