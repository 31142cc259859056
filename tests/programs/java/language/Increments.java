// ++ and -- on locals, fields, statics, array elements and boxes.
class Increments {
    int field = 1;
    static int shared = 2;
    static int calls;

    static Increments self(Increments it) {
        calls++;
        return it;
    }

    static int index() {
        return calls++ % 2;
    }

    public static void main(String[] args) {
        int i = 5;
        System.out.println(i++ + " " + i + " " + ++i + " " + i-- + " " + --i);
        byte b = 127;
        b++;
        System.out.println(b);
        b--;
        System.out.println(b--);
        System.out.println(b);
        short s = Short.MIN_VALUE;
        System.out.println(--s);
        char c = 'z';
        System.out.println(c++);
        System.out.println(c);
        c = 0;
        c--;
        System.out.println((int) c);
        long l = Long.MAX_VALUE;
        System.out.println(++l);
        float f = 0.5f;
        System.out.println(f++ + f);
        double d = -0.25;
        System.out.println(--d);
        Increments it = new Increments();
        System.out.println(self(it).field++ + self(it).field++);
        System.out.println(it.field + " " + calls);
        System.out.println(shared++ * Increments.shared--);
        System.out.println(shared);
        int[] a = {10, 20};
        System.out.println(a[index()]++);
        System.out.println(++a[index()]);
        System.out.println(a[0] + " " + a[1] + " " + calls);
        int k = 0;
        a[k++] = a[k] + k;
        System.out.println(a[0] + " " + a[1] + " " + k);
        k = 0;
        a[k] = k = 1;
        System.out.println(a[0] + " " + a[1]);
        Integer boxed = 126;
        Integer before = boxed++;
        System.out.println(before + " " + boxed);
        System.out.println(++boxed);
        Character letter = 'x';
        letter++;
        System.out.println(letter);
        Integer[] boxes = {1, 2};
        boxes[0]++;
        boxes[1] += boxes[0]--;
        System.out.println(boxes[0] + " " + boxes[1]);
        int j = 3;
        j = j++;
        System.out.println(j);
    }
}
