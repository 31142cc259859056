// NaN compares false with everything, itself included.
class NotANumber {
    static boolean same(double x) {
        return x == x;
    }

    public static void main(String[] args) {
        double nan = 0.0 / 0.0;
        float small = Float.NaN;
        System.out.println(nan);
        System.out.println(nan == nan);
        System.out.println(nan != nan);
        System.out.println(nan < 1);
        System.out.println(nan > 1);
        System.out.println(nan <= nan);
        System.out.println(!(nan >= nan));
        System.out.println(same(nan) + " " + same(1));
        System.out.println(small == small);
        System.out.println(Double.isNaN(nan) + " " + Float.isNaN(small) + " " + Double.isNaN(1));
        System.out.println(nan + 1);
        System.out.println(Double.POSITIVE_INFINITY - Double.POSITIVE_INFINITY);
        System.out.println(Double.POSITIVE_INFINITY + 1 == Double.POSITIVE_INFINITY);
        System.out.println(0 * Double.NEGATIVE_INFINITY);
        System.out.println(1 % 0.0);
        System.out.println(Double.POSITIVE_INFINITY % 2);
        System.out.println(2 % Double.POSITIVE_INFINITY);
        System.out.println((int) nan);
        System.out.println((long) small);
        System.out.println((char) nan == 0);
        System.out.println(Math.max(nan, 1) != Math.max(nan, 1));
        Double boxed = nan;
        System.out.println(boxed.equals(nan));
        System.out.println(Double.compare(nan, Double.POSITIVE_INFINITY));
        System.out.println(Double.compare(-0.0, 0.0));
        System.out.println(nan == 1 ? "one" : nan < 1 ? "less" : nan > 1 ? "more" : "none of them");
        if (nan > 0 || nan <= 0) {
            System.out.println("ordered");
        } else {
            System.out.println("unordered");
        }
    }
}
