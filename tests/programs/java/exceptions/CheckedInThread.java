// A thread ends with an Error, and main with a checked exception: no RuntimeException is uncaught.
class CheckedInThread {
    static class Late extends Exception {
    }

    static int[] values = new int[1];

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new AssertionError();
        });
        thread.start();
        try {
            values[args.length + 1] = 0;
        } catch (RuntimeException e) {
            throw new Late();
        }
    }
}
