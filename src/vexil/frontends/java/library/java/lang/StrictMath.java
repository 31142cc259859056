package java.lang;

/** The functions of Math under the name that promises the same results everywhere. */
public final class StrictMath {
    public static final double E = Math.E;
    public static final double PI = Math.PI;

    private StrictMath() {
    }

    public static int abs(int number) {
        return Math.abs(number);
    }

    public static long abs(long number) {
        return Math.abs(number);
    }

    public static float abs(float number) {
        return Math.abs(number);
    }

    public static double abs(double number) {
        return Math.abs(number);
    }

    public static int absExact(int number) {
        return Math.absExact(number);
    }

    public static long absExact(long number) {
        return Math.absExact(number);
    }

    public static int max(int left, int right) {
        return Math.max(left, right);
    }

    public static long max(long left, long right) {
        return Math.max(left, right);
    }

    public static float max(float left, float right) {
        return Math.max(left, right);
    }

    public static double max(double left, double right) {
        return Math.max(left, right);
    }

    public static int min(int left, int right) {
        return Math.min(left, right);
    }

    public static long min(long left, long right) {
        return Math.min(left, right);
    }

    public static float min(float left, float right) {
        return Math.min(left, right);
    }

    public static double min(double left, double right) {
        return Math.min(left, right);
    }

    public static int addExact(int left, int right) {
        return Math.addExact(left, right);
    }

    public static long addExact(long left, long right) {
        return Math.addExact(left, right);
    }

    public static int subtractExact(int left, int right) {
        return Math.subtractExact(left, right);
    }

    public static long subtractExact(long left, long right) {
        return Math.subtractExact(left, right);
    }

    public static int multiplyExact(int left, int right) {
        return Math.multiplyExact(left, right);
    }

    public static long multiplyExact(long left, int right) {
        return Math.multiplyExact(left, right);
    }

    public static long multiplyExact(long left, long right) {
        return Math.multiplyExact(left, right);
    }

    public static int incrementExact(int number) {
        return Math.incrementExact(number);
    }

    public static long incrementExact(long number) {
        return Math.incrementExact(number);
    }

    public static int decrementExact(int number) {
        return Math.decrementExact(number);
    }

    public static long decrementExact(long number) {
        return Math.decrementExact(number);
    }

    public static int negateExact(int number) {
        return Math.negateExact(number);
    }

    public static long negateExact(long number) {
        return Math.negateExact(number);
    }

    public static int toIntExact(long number) {
        return Math.toIntExact(number);
    }

    public static long multiplyFull(int left, int right) {
        return Math.multiplyFull(left, right);
    }

    public static int floorDiv(int dividend, int divisor) {
        return Math.floorDiv(dividend, divisor);
    }

    public static long floorDiv(long dividend, int divisor) {
        return Math.floorDiv(dividend, divisor);
    }

    public static long floorDiv(long dividend, long divisor) {
        return Math.floorDiv(dividend, divisor);
    }

    public static int floorMod(int dividend, int divisor) {
        return Math.floorMod(dividend, divisor);
    }

    public static int floorMod(long dividend, int divisor) {
        return Math.floorMod(dividend, divisor);
    }

    public static long floorMod(long dividend, long divisor) {
        return Math.floorMod(dividend, divisor);
    }

    public static double signum(double number) {
        return Math.signum(number);
    }

    public static float signum(float number) {
        return Math.signum(number);
    }

    public static double copySign(double magnitude, double sign) {
        return Math.copySign(magnitude, sign);
    }

    public static float copySign(float magnitude, float sign) {
        return Math.copySign(magnitude, sign);
    }

    public static double floor(double number) {
        return Math.floor(number);
    }

    public static double ceil(double number) {
        return Math.ceil(number);
    }

    public static double rint(double number) {
        return Math.rint(number);
    }

    public static long round(double number) {
        return Math.round(number);
    }

    public static int round(float number) {
        return Math.round(number);
    }

    public static double random() {
        return Math.random();
    }

    public static double toRadians(double degrees) {
        return Math.toRadians(degrees);
    }

    public static double toDegrees(double radians) {
        return Math.toDegrees(radians);
    }

    public static double sqrt(double number) {
        return Math.sqrt(number);
    }

    public static double cbrt(double number) {
        return Math.cbrt(number);
    }

    public static native double pow(double base, double exponent);

    public static double exp(double number) {
        return Math.exp(number);
    }

    public static double expm1(double number) {
        return Math.expm1(number);
    }

    public static double log(double number) {
        return Math.log(number);
    }

    public static double log10(double number) {
        return Math.log10(number);
    }

    public static double log1p(double number) {
        return Math.log1p(number);
    }

    public static double sin(double radians) {
        return Math.sin(radians);
    }

    public static double cos(double radians) {
        return Math.cos(radians);
    }

    public static double tan(double radians) {
        return Math.tan(radians);
    }

    public static double asin(double number) {
        return Math.asin(number);
    }

    public static double acos(double number) {
        return Math.acos(number);
    }

    public static double atan(double number) {
        return Math.atan(number);
    }

    public static double atan2(double y, double x) {
        return Math.atan2(y, x);
    }

    public static double sinh(double number) {
        return Math.sinh(number);
    }

    public static double cosh(double number) {
        return Math.cosh(number);
    }

    public static double tanh(double number) {
        return Math.tanh(number);
    }

    public static double hypot(double x, double y) {
        return Math.hypot(x, y);
    }

    public static double fma(double left, double right, double addend) {
        return Math.fma(left, right, addend);
    }

    public static double IEEEremainder(double dividend, double divisor) {
        return Math.IEEEremainder(dividend, divisor);
    }
}
