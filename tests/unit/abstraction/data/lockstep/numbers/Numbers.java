// Numbers of other types become ints; what is narrowed may have any sign.
class Numbers {
    long wide = 1L;
    byte narrow;
    short middle = -1;
    char letter = 'a';
    static long sum;

    long grow(long by) {
        wide += by;
        wide <<= 1;
        return wide;
    }

    int divide(int n) {
        try {
            return 100 / n;
        } catch (ArithmeticException e) {
            return -1;
        }
    }
}

class Main {
    static int[] inputs = {127, -300};

    public static void main(String[] args) {
        Numbers numbers = new Numbers();
        for (int input : inputs) {
            int x = input;
            numbers.narrow += x;
            numbers.narrow++;
            numbers.middle = (short) x;
            numbers.letter--;
            Numbers.sum = Numbers.sum + numbers.grow(x) - (long) numbers.narrow;
            System.out.println(numbers.narrow);
            System.out.println(numbers.middle);
            System.out.println((int) numbers.letter);
            System.out.println(numbers.wide);
            System.out.println(Numbers.sum);
            System.out.println(numbers.divide(x));
            int mixed = (x >> 2) + (~x & 5);
            System.out.println(mixed);
        }
    }
}
