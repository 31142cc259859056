// Operands are evaluated from left to right, whatever the precedence, also when something throws in between.
class EvaluationOrder {
    static String log = "";
    static int[] array = {1, 2, 3};

    static int note(int value) {
        log += value + " ";
        return value;
    }

    static int fail(int value) {
        log += "fail" + value + " ";
        throw new IllegalStateException("no " + value);
    }

    static int[] arrayOf(int[] a, String name) {
        log += name + " ";
        return a;
    }

    static void three(int a, int b, int c) {
        log += "(" + a + b + c + ") ";
    }

    static void flush() {
        System.out.println(log);
        log = "";
    }

    public static void main(String[] args) {
        int r = note(1) + note(2) * note(3);
        System.out.println(r);
        flush();
        int i = 2;
        int j = (i = 3) * i;
        System.out.println(j);
        i = 2;
        j = i * (i = 3);
        System.out.println(j);
        three(note(1), note(2), note(3));
        flush();
        try {
            three(note(1), fail(2), note(3));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        flush();
        i = 0;
        array[i] = i = 2;
        System.out.println(array[0] + " " + i);
        i = 0;
        i += ++i + i++;
        System.out.println(i);
        try {
            arrayOf(null, "null")[note(7)] = note(8);
        } catch (NullPointerException e) {
            System.out.println("null array");
        }
        flush();
        try {
            arrayOf(array, "array")[note(7)] = note(8);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        flush();
        try {
            arrayOf(array, "array")[fail(1)] = note(8);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        flush();
        try {
            int x = note(1) / note(0) + note(5);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        flush();
        int[][] grid = new int[note(2)][note(3)];
        System.out.println(grid.length + " " + grid[1].length);
        flush();
        array[note(0)] += note(5) + array[note(0)];
        System.out.println(array[0]);
        flush();
        int a = 1;
        a += (a = 10) + a;
        System.out.println(a);
        String s = "" + note(1) + note(2) + (note(3) > 0 ? note(4) : note(5));
        System.out.println(s);
        flush();
    }
}
