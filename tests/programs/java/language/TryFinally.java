// finally runs on every way out, and can replace it.
class TryFinally {
    static String log = "";

    static int returns() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
            log += "f";
        }
    }

    @SuppressWarnings("finally")
    static int overrides() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    @SuppressWarnings("finally")
    static int swallows() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 3;
        }
    }

    @SuppressWarnings("finally")
    static int breaksOut() {
        while (true) {
            try {
                throw new RuntimeException("lost");
            } finally {
                break;
            }
        }
        return 4;
    }

    static String replaced() {
        try {
            try {
                throw new RuntimeException("first");
            } finally {
                Object o = null;
                o.toString();
            }
        } catch (NullPointerException e) {
            return "second";
        }
    }

    static int loop() {
        int count = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i == 1) continue;
                if (i == 3) break;
                count += 10;
            } finally {
                count++;
            }
        }
        return count;
    }

    static int[] array() {
        int[] a = {1};
        try {
            return a;
        } finally {
            a[0] = 2;
            a = null;
        }
    }

    static void deep() {
        try {
            try {
                try {
                    log += "a";
                } finally {
                    log += "b";
                    throw new IllegalStateException("c");
                }
            } catch (IllegalStateException e) {
                log += e.getMessage();
                throw new IllegalArgumentException("d");
            } finally {
                log += "e";
            }
        } catch (IllegalArgumentException e) {
            log += e.getMessage();
        } finally {
            log += "f";
        }
    }

    static int nestedReturn() {
        try {
            try {
                return 1;
            } finally {
                log += "inner ";
            }
        } finally {
            log += "outer ";
        }
    }

    public static void main(String[] args) {
        System.out.println(returns() + log);
        System.out.println(overrides());
        System.out.println(swallows());
        System.out.println(breaksOut());
        System.out.println(replaced());
        System.out.println(loop());
        System.out.println(array()[0]);
        log = "";
        deep();
        System.out.println(log);
        log = "";
        System.out.println(nestedReturn() + log);
    }
}
