public class LeakedThis {
    static volatile LeakedThis last;
    int value;

    LeakedThis() {
        last = this;
        value = 3;
    }

    static void run() {
        LeakedThis seen = last;
        if (seen != null) {
            int value = seen.value;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(LeakedThis::run);
        thread.start();
        new LeakedThis();
        thread.join();
    }
}
