// Integers wrap around silently.
class Overflow {
    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static int hash(String text) {
        int h = 0;
        for (int i = 0; i < text.length(); i++) {
            h = 31 * h + text.charAt(i);
        }
        return h;
    }

    public static void main(String[] args) {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        System.out.println(max + 1);
        System.out.println(min - 1);
        System.out.println(max * 2);
        System.out.println(max * max);
        System.out.println(min * min);
        System.out.println(min * -1);
        System.out.println(-min);
        System.out.println(Math.abs(min));
        System.out.println(min / -1);
        System.out.println(min % -1);
        System.out.println(max + max + 2);
        System.out.println((long) max + 1);
        System.out.println(max + 1L);
        System.out.println(Long.MAX_VALUE + 1);
        System.out.println(Long.MIN_VALUE / -1);
        System.out.println(Long.MIN_VALUE % -1);
        System.out.println(-Long.MIN_VALUE);
        System.out.println(Long.MAX_VALUE * Long.MAX_VALUE);
        System.out.println(1_000_000 * 1_000_000);
        System.out.println(1_000_000L * 1_000_000);
        System.out.println(factorial(13));
        System.out.println(factorial(17));
        System.out.println(factorial(34));
        System.out.println(hash("polynomial"));
        System.out.println(hash("polynomial") == "polynomial".hashCode());
        int steps = 0;
        for (int i = 1; i > 0; i *= 2) {
            steps++;
        }
        System.out.println(steps);
        System.out.println((max + 1 < max) + " " + (min - 1 > min));
        long seed = 42;
        for (int i = 0; i < 5; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            System.out.println(seed >>> 33);
        }
    }
}
