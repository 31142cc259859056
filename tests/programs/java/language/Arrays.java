// Arrays of several dimensions, jagged ones, initialisers, defaults, clone, and aliasing.
class Arrays {
    static int sum(int[][] grid) {
        int total = 0;
        for (int[] row : grid) {
            if (row == null) {
                continue;
            }
            for (int cell : row) {
                total += cell;
            }
        }
        return total;
    }

    static int[] make(int n)[] {
        return new int[n][n];
    }

    public static void main(String[] args) {
        int[] a = new int[3];
        boolean[] flags = new boolean[1];
        char[] chars = new char[1];
        double[] doubles = new double[1];
        String[] strings = new String[2];
        long[][] rows = new long[2][];
        System.out.println(a[0] + " " + flags[0] + " " + (int) chars[0] + " " + doubles[0] + " " + strings[1] + " " + rows[0]);
        int[][] jagged = {{1}, {2, 3}, {}, null, {4, 5, 6}};
        System.out.println(jagged.length + " " + jagged[4].length + " " + sum(jagged));
        int[][][] cube = new int[2][3][4];
        cube[1][2][3] = 7;
        System.out.println(cube.length + " " + cube[0].length + " " + cube[0][0].length + " " + cube[1][2][3] + cube[0][2][3]);
        int[][] partial = new int[2][];
        try {
            partial[0][0] = 1;
        } catch (NullPointerException e) {
            System.out.println("row is null");
        }
        partial[0] = new int[] {9};
        partial[1] = partial[0];
        partial[1][0]++;
        System.out.println(partial[0][0]);
        int[] original = {1, 2, 3}, alias = original, copy = original.clone();
        alias[0] = 100;
        System.out.println(original[0] + " " + copy[0] + " " + (original == alias) + " " + original.equals(copy));
        int[][] shallow = jagged.clone();
        shallow[0][0] = 50;
        shallow[1] = null;
        System.out.println(jagged[0][0] + " " + (jagged[1] == null));
        System.out.println(make(3).length);
        int b[] = {1, 2}, c = 5, d[][] = {{c}};
        System.out.println(b.length + c + d[0][0]);
        Object o = a;
        System.out.println(o instanceof int[]);
        System.out.println(((int[]) o).length);
        Object[] objects = {1, "two", 'c', null, new int[] {3}};
        System.out.println(objects.length + " " + objects[1]);
        for (int bad : new int[] {-1, 3}) {
            try {
                a[bad] = 0;
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            int[] negative = new int[a[0] - 2];
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new int[0].length + new int[] {1, 2,}.length);
        char index = 1;
        byte second = 2;
        System.out.println(original[index] + original[second]);
        System.arraycopy(original, 0, original, 1, 2);
        System.out.println(original[0] + " " + original[1] + " " + original[2]);
        System.out.println(java.util.Arrays.toString(original) + java.util.Arrays.equals(original, new int[] {100, 100, 2}));
        java.util.Arrays.fill(a, 4);
        java.util.Arrays.sort(original);
        System.out.println(a[2] + original[0]);
        final int[] constant = {1};
        constant[0]++;
        System.out.println(constant[0]++ + constant[0]);
    }
}
