// Mixing int and long: where the widening happens decides the result.
class LongMix {
    static long twice(long x) {
        return 2 * x;
    }

    static long sum(int... values) {
        long total = 0;
        for (int v : values) {
            total += v;
        }
        return total;
    }

    public static void main(String[] args) {
        int day = 24 * 60 * 60 * 1000;
        long wrong = 365 * 24 * 60 * 60 * 1000;
        long right = 365L * 24 * 60 * 60 * 1000;
        System.out.println(day);
        System.out.println(wrong);
        System.out.println(right);
        System.out.println(twice(Integer.MAX_VALUE));
        System.out.println(sum(Integer.MAX_VALUE, Integer.MAX_VALUE, 2));
        int i = 1 << 31;
        long l = i;
        System.out.println(l);
        System.out.println(l & 0xFFFFFFFFL);
        System.out.println(l & 0xFFFFFFFF);
        System.out.println(i >>> 1);
        System.out.println(l >>> 1);
        System.out.println((int) (l >>> 1));
        System.out.println(i == l);
        System.out.println(0xFFFFFFFF == 0xFFFFFFFFL);
        System.out.println((5 - 6) * 1L);
        System.out.println(Long.MAX_VALUE - Integer.MAX_VALUE > 0);
        long mixed = 3;
        mixed += i;
        System.out.println(mixed);
        mixed <<= 2;
        System.out.println(mixed);
        int narrowed = (int) mixed + 1;
        System.out.println(narrowed);
        System.out.println((int) (mixed + 1));
        System.out.println(Long.compare(l, 5) + " " + Integer.compare(5, i));
        for (long k = Integer.MAX_VALUE - 1L; k <= Integer.MAX_VALUE + 1L; k++) {
            System.out.println(k + " " + (int) k);
        }
    }
}
