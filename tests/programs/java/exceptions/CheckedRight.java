// Every checked exception has a handler.
class CheckedRight {
    static class Broken extends Exception {
    }

    static class Missing extends Exception {
    }

    static void read(int n) throws Broken, Missing {
        if (n == 1) {
            throw new Missing();
        }
        if (n == 2) {
            throw new Broken();
        }
    }

    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 3; n++) {
            try {
                read(n);
            } catch (Missing | Broken e) {
                System.out.println("no data");
            }
        }
    }
}
