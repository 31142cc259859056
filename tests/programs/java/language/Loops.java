// while, do and for in their corner cases.
class Loops {
    static int calls;

    static boolean more(int limit) {
        return calls++ < limit;
    }

    static int collatz(int n) {
        int steps = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static int gcd(int a, int b) {
        do {
            int t = a % b;
            a = b;
            b = t;
        } while (b != 0);
        return a;
    }

    public static void main(String[] args) {
        System.out.println(collatz(1) + " " + collatz(6) + " " + collatz(27));
        System.out.println(gcd(48, 36) + " " + gcd(7, 13));
        int i = 10;
        do {
            System.out.println("once " + i);
        } while (i < 5);
        while (i < 5) {
            System.out.println("never");
        }
        for (int a = 0, b = 5; a < b; a++, b--) {
            System.out.println(a + " " + b);
        }
        for (; i < 12; ) {
            i++;
        }
        System.out.println(i);
        for (;;) {
            if (--i < 8) {
                break;
            }
        }
        System.out.println(i);
        while (more(3)) ;
        System.out.println(calls);
        for (calls = 0; more(2); System.out.println("update " + calls)) {
            continue;
        }
        int sum = 0;
        do {
            sum += i;
            if (sum % 2 == 0) continue;
            sum++;
        } while (--i > 0);
        System.out.println(sum);
        for (int x = 0; x < 3; x++) {
            int fresh;
            if (x == 1) {
                fresh = 10;
            } else {
                fresh = x;
            }
            x += fresh / 10;
            System.out.println(x + " " + fresh);
        }
        for (byte b = 125; b > 0; b++) {
            System.out.println(b);
        }
        for (double d = 0; d < 1; d += 0.25) {
            System.out.println(d);
        }
        int n = 0;
        for (int p = 0, q = 0; p + q < 4; n += p * q) {
            p++;
            if (p > 1) q++;
        }
        System.out.println(n);
    }
}
