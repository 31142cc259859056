// Division truncates towards zero, the remainder has the sign of the dividend, and zero throws.
class DivisionRemainder {
    static int zero = 0;

    public static void main(String[] args) {
        int[] dividends = {7, -7, 0, 6, -6};
        int[] divisors = {2, -2, 3, -3};
        for (int a : dividends) {
            for (int b : divisors) {
                System.out.println(a + " " + b + ": " + a / b + " " + a % b + " " + (a / b * b + a % b == a));
            }
        }
        System.out.println(-7L / 2 + " " + -7L % 2);
        System.out.println(7 / -2L + " " + 7 % -2L);
        System.out.println(-7 >> 1);
        System.out.println(-7 & 1);
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2));
        try {
            System.out.println(1 / zero);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(1L % zero);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        int x = 9;
        try {
            x /= zero;
        } catch (ArithmeticException e) {
            System.out.println("x is still " + x);
        }
        System.out.println(1.0 / zero);
        System.out.println(-1.0f / zero);
        System.out.println(5.5 % 2);
        System.out.println(-5.5 % 2);
        System.out.println(5.5 % -2.0);
        System.out.println(1 / 2 + 1 / 2.0);
        System.out.println((byte) -128 / (byte) -1);
    }
}
