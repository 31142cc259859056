// switch on integral types: fall-through, default in the middle, nesting, boxes and no match.
class SwitchInt {
    static final int LIMIT = 10;

    static String fall(int n) {
        String s = "";
        switch (n) {
            case 1:
                s += "one ";
            case 2:
            case 3:
                s += "two-three ";
                break;
            default:
                s += "default ";
            case LIMIT:
                s += "limit ";
            case -5:
                s += "minus ";
        }
        return s + ".";
    }

    static int days(int month, boolean leap) {
        switch (month) {
            case 4: case 6: case 9: case 11:
                return 30;
            case 2:
                if (leap) {
                    return 29;
                }
                return 28;
            default:
                return 31;
        }
    }

    static int nested(int a, int b) {
        int r = 0;
        switch (a) {
            case 0:
                switch (b) {
                    case 0:
                        r = 1;
                        break;
                    default:
                        r = 2;
                }
                r += 10;
                break;
            case 1:
                for (int i = 0; i < 5; i++) {
                    switch (i) {
                        case 1:
                            continue;
                        case 3:
                            break;
                        default:
                            r += i;
                    }
                }
        }
        return r;
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 2, 3, 4, 10, -5}) {
            System.out.println(n + ": " + fall(n));
        }
        for (int m = 1; m <= 12; m++) {
            System.out.print(days(m, m % 2 == 0) + " ");
        }
        System.out.println();
        System.out.println(nested(0, 0) + " " + nested(0, 7) + " " + nested(1, 0) + " " + nested(2, 2));
        char c = 'b';
        switch (c) {
            case 'a':
                System.out.println("a");
            case 98:
                System.out.println("b");
            case 'c':
                int local = 3;
                System.out.println("c" + local);
                break;
            case 'd':
                local = 4;
                System.out.println(local);
        }
        byte b = -1;
        switch (b) {
            case -1:
                System.out.println("minus one");
        }
        Integer boxed = 1000;
        switch (boxed) {
            case 1000:
                System.out.println("thousand");
                break;
            default:
                System.out.println("other");
        }
        int k = 0;
        switch (k++) {
            case 0:
                System.out.println("zero, then " + k);
        }
        switch (k) {
        }
        switch (k) {
            default:
                System.out.println("only default");
        }
    }
}
