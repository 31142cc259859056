// Recursion: direct, mutual, through arrays and objects, with results and with effects.
class Recursion {
    static int moves;

    static void hanoi(int n, char from, char to, char via) {
        if (n == 0) {
            return;
        }
        hanoi(n - 1, from, via, to);
        moves++;
        if (moves <= 4) {
            System.out.println(from + "->" + to);
        }
        hanoi(n - 1, via, to, from);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static int queens(int size, int row, int[] columns) {
        if (row == size) {
            return 1;
        }
        int solutions = 0;
        next:
        for (int c = 0; c < size; c++) {
            for (int r = 0; r < row; r++) {
                if (columns[r] == c || Math.abs(columns[r] - c) == row - r) {
                    continue next;
                }
            }
            columns[row] = c;
            solutions += queens(size, row + 1, columns);
        }
        return solutions;
    }

    static void permute(String prefix, String rest) {
        if (rest.isEmpty()) {
            System.out.println(prefix);
        }
        for (int i = 0; i < rest.length(); i++) {
            permute(prefix + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1));
        }
    }

    static class Tree {
        final int key;
        Tree left, right;

        Tree(int key) {
            this.key = key;
        }

        static Tree insert(Tree tree, int key) {
            if (tree == null) {
                return new Tree(key);
            }
            if (key < tree.key) {
                tree.left = insert(tree.left, key);
            } else {
                tree.right = insert(tree.right, key);
            }
            return tree;
        }

        int height() {
            return 1 + Math.max(left == null ? 0 : left.height(), right == null ? 0 : right.height());
        }

        @Override
        public String toString() {
            return "(" + (left == null ? "" : left) + key + (right == null ? "" : right) + ")";
        }
    }

    public static void main(String[] args) {
        hanoi(5, 'a', 'c', 'b');
        System.out.println(moves);
        System.out.println(even(10) + " " + odd(7) + " " + even(3));
        System.out.println(ackermann(2, 3));
        System.out.println(queens(5, 0, new int[5]) + " " + queens(6, 0, new int[6]));
        permute("", "abc");
        Tree tree = null;
        for (int key : new int[] {5, 2, 8, 1, 9, 3}) {
            tree = Tree.insert(tree, key);
        }
        System.out.println(tree + " " + tree.height());
    }
}
