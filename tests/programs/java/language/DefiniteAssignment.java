// Programs that are right although a glance may say that a variable is not set, or set twice.
class DefiniteAssignment {
    final int a;
    final String b;

    DefiniteAssignment(boolean which) {
        if (which) {
            a = 1;
        } else {
            a = 2;
        }
        switch (a) {
            case 1:
                b = "one";
                break;
            default:
                b = "other";
        }
    }

    static int viaLogic(int n) {
        int x;
        if (n > 0 && (x = n * 2) > 4) {
            return x;
        }
        return -1;
    }

    static int viaNegation(int n) {
        int x;
        if (!(n > 0 && (x = n) > 2)) {
            return 0;
        }
        return x;
    }

    static int viaLoop() {
        int x;
        while (true) {
            x = 5;
            if (x > 3) {
                break;
            }
        }
        return x;
    }

    static int viaTry(String s) {
        final int x;
        int y;
        try {
            y = Integer.parseInt(s);
        } catch (NumberFormatException e) {
            y = -1;
        } finally {
            x = 10;
        }
        return x + y;
    }

    static int noReturnNeeded(int n) {
        while (true) {
            if (n % 7 == 0) {
                return n;
            }
            n++;
        }
    }

    static int throwing(int n) {
        int x;
        if (n > 0) {
            x = n;
        } else {
            throw new IllegalArgumentException();
        }
        return x;
    }

    static int constant() {
        final boolean debug = false;
        int x;
        if (debug) {
            x = 1;
            System.out.println(x);
        }
        for (; true; ) {
            x = 3;
            return x;
        }
    }

    static int conditional(boolean c) {
        int x;
        boolean ok = c ? (x = 1) > 0 : (x = 2) > 0;
        return ok ? x : -x;
    }

    public static void main(String[] args) {
        System.out.println(new DefiniteAssignment(true).b + new DefiniteAssignment(false).a);
        System.out.println(viaLogic(5) + " " + viaLogic(1) + " " + viaNegation(9) + " " + viaNegation(1));
        System.out.println(viaLoop() + " " + viaTry("32") + " " + viaTry("x"));
        System.out.println(noReturnNeeded(10) + " " + throwing(3) + " " + constant() + " " + conditional(false));
        final int late;
        late = 4;
        Runnable r = () -> System.out.println(late);
        r.run();
        int unused;
    }
}
