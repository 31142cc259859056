/** Comparisons, kinds, bits and hash codes of doubles and floats. */
public class DoubleValues {
    public static void main(String[] arguments) {
        double[] numbers = {0.0, -0.0, 1.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 0.1};
        for (double a : numbers) {
            float f = (float) a;
            System.out.println(Double.isNaN(a) + " " + Double.isInfinite(a) + " " + Double.isFinite(a) + " " + Double.hashCode(a) + " "
                    + Double.doubleToLongBits(a) + " " + Double.doubleToRawLongBits(a));
            System.out.println(Float.isNaN(f) + " " + Float.isInfinite(f) + " " + Float.isFinite(f) + " " + Float.hashCode(f) + " "
                    + Float.floatToIntBits(f));
            StringBuilder line = new StringBuilder();
            for (double b : numbers) {
                line.append(Double.compare(a, b)).append(' ').append(Double.valueOf(a).equals(b)).append(' ');
                line.append(Float.compare(f, (float) b)).append(' ').append(a == b).append(' ').append(a < b).append(", ");
            }
            System.out.println(line.toString());
        }
        System.out.println(Double.longBitsToDouble(0x3ff8000000000000L) + " " + Float.intBitsToFloat(0x3fc00000) + " "
                + Double.longBitsToDouble(0x8000000000000000L) + " " + Double.isNaN(Double.longBitsToDouble(0x7ff0000000000001L)));
        System.out.println((Double.MAX_VALUE > 1e308) + " " + (Double.MAX_VALUE * 2 == Double.POSITIVE_INFINITY) + " "
                + (Double.MIN_VALUE / 2 == 0.0) + " " + (Float.MAX_VALUE * 2 == Float.POSITIVE_INFINITY) + " " + (Float.MIN_VALUE > 0)
                + " " + Double.MAX_EXPONENT + " " + Double.SIZE + " " + Float.BYTES);
        System.out.println((0.1 + 0.2 == 0.3) + " " + (0.1f + 0.2f == 0.3f) + " " + ((float) 0.1 == 0.1) + " " + (0.5f == 0.5));
        System.out.println(Double.max(1.0, 2.0) + " " + Double.min(-0.0, 0.0) + " " + Double.sum(0.5, 0.25) + " " + Float.max(1f, 2f) + " "
                + Float.sum(1f, 2f));
        Double boxed = 2.5;
        System.out.println(boxed.intValue() + " " + boxed.longValue() + " " + boxed.floatValue() + " " + boxed.isNaN() + " "
                + boxed.compareTo(3.0) + " " + boxed.equals(2.5) + " " + boxed.toString());
        System.out.println((int) Double.NaN + " " + (int) 1e20 + " " + (long) -1e30 + " " + (int) -2.9f + " " + (char) 97.9);
        float precise = 16777216f;
        System.out.println((precise + 1 == precise) + " " + ((float) 123456789 == 123456792f) + " " + ((double) Long.MAX_VALUE == (double) (Long.MAX_VALUE - 1)));
    }
}
