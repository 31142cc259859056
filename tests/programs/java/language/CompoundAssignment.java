// Compound assignment casts to the type of the left side.
class CompoundAssignment {
    static int calls;
    static int[] data = {1, 2, 3};

    static int next() {
        return calls++;
    }

    public static void main(String[] args) {
        byte b = 120;
        b += 10;
        System.out.println(b);
        b -= 1000;
        System.out.println(b);
        b *= 3;
        System.out.println(b);
        short s = 1;
        s += 70000;
        System.out.println(s);
        char c = 'a';
        c += 1;
        System.out.println(c);
        c *= 2;
        System.out.println((int) c);
        c -= 1000;
        System.out.println((int) c);
        int i = 10;
        i *= 2.6;
        System.out.println(i);
        i += 0.9;
        System.out.println(i);
        i /= 0.1;
        System.out.println(i);
        i += 5_000_000_000L;
        System.out.println(i);
        i = 7;
        i %= 2.5;
        System.out.println(i);
        long l = 1;
        l += 1.75f;
        System.out.println(l);
        l ^= -1;
        System.out.println(l);
        int x = 5;
        x += x++ * 2 + x;
        System.out.println(x);
        x = x++ + ++x;
        System.out.println(x);
        data[next()] += 10;
        data[next()] *= next() + 1;
        System.out.println(data[0] + " " + data[1] + " " + data[2] + " " + calls);
        boolean flag = true;
        flag &= false;
        System.out.println(flag);
        flag |= x > 0;
        System.out.println(flag);
        flag ^= true;
        System.out.println(flag);
        String text = "n";
        text += 1 + 2;
        text += 'c';
        text += null;
        text += 1.5;
        System.out.println(text);
        Object o = "o";
        o += "!";
        System.out.println(o);
        float f = 1;
        f += 0.5;
        System.out.println(f);
        int a, d;
        a = d = 4;
        a += d -= 3;
        System.out.println(a + " " + d);
    }
}
