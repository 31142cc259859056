// Arithmetic on int and long: precedence, associativity, signs and unary operators.
class IntegerArithmetic {
    static int three = 3;
    static long big = 10_000_000_000L;

    public static void main(String[] args) {
        int a = 17, b = -5;
        System.out.println(a + b * three);
        System.out.println((a + b) * three);
        System.out.println(a - b - three);
        System.out.println(a - (b - three));
        System.out.println(a / three * three + a % three);
        System.out.println(-a);
        System.out.println(+b);
        System.out.println(- -a);
        System.out.println(~a);
        System.out.println(~b);
        System.out.println(a & b);
        System.out.println(a | b);
        System.out.println(a ^ b);
        System.out.println(a & 7 | 8 ^ 3);
        System.out.println(big * three);
        System.out.println(big / a);
        System.out.println(big % a);
        System.out.println(-big % a);
        System.out.println(big & 0xFFFF);
        System.out.println(big | 1);
        System.out.println(big ^ -1);
        System.out.println(~big);
        System.out.println(a < b);
        System.out.println(a >= b);
        System.out.println(big > Integer.MAX_VALUE);
        System.out.println(a == 17 & b != 5 ^ true);
        System.out.println(Math.max(a, b) + Math.min(a, b) + Math.abs(b));
    }
}
