// Two classes whose static initialisers need each other, used first by two threads.
class InitialisersOfEachOther {
    static int order;

    static class Left {
        static int value = Right.value + order++;
    }

    static class Right {
        static int value = Left.value + order++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            int left = Left.value;
        });
        Thread second = new Thread(() -> {
            int right = Right.value;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        order = 0;
    }
}
