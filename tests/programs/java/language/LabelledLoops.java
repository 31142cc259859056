// break and continue with and without labels, out of loops, blocks and switches.
class LabelledLoops {
    static int find(int[][] grid, int wanted) {
        int steps = 0;
        search:
        for (int[] row : grid) {
            for (int cell : row) {
                steps++;
                if (cell < 0) {
                    continue search;
                }
                if (cell == wanted) {
                    break search;
                }
            }
        }
        return steps;
    }

    static String primes(int limit) {
        String found = "";
        outer:
        for (int n = 2; n < limit; n++) {
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    continue outer;
                }
            }
            found += n + " ";
        }
        return found;
    }

    public static void main(String[] args) {
        int[][] grid = {{1, 2, 3}, {4, -1, 5}, {6, 7, 8}};
        System.out.println(find(grid, 2) + " " + find(grid, 5) + " " + find(grid, 7));
        System.out.println(primes(30));
        block: {
            if (args.length == 0) {
                System.out.println("leaving the block");
                break block;
            }
            System.out.println("not reached");
        }
        int i = 0;
        again:
        while (true) {
            do {
                i++;
                if (i == 3) {
                    continue again;
                }
                switch (i) {
                    case 5:
                        break again;
                    case 4:
                        break;
                    default:
                        System.out.println("switch " + i);
                }
                System.out.println("after " + i);
            } while (i < 10);
        }
        System.out.println(i);
        a_label_with_a_rather_long_name_that_is_still_legal:
        for (int j = 0, k = 10; ; j++, k--) {
            b:
            {
                if (j == 1) {
                    break b;
                }
                if (j > k) {
                    break a_label_with_a_rather_long_name_that_is_still_legal;
                }
                continue a_label_with_a_rather_long_name_that_is_still_legal;
            }
            System.out.println(j + " " + k);
        }
        same: for (int x = 0; x < 2; x++) {
            System.out.println("first " + x);
            continue same;
        }
        same: for (int x = 0; x < 2; x++) {
            System.out.println("second " + x);
            break same;
        }
        if_label: if (i == 5) {
            i = 50;
            if (i > 10) break if_label;
            i = 0;
        }
        System.out.println(i);
    }
}
