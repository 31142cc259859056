public class Elements {
    static final int[] slots = new int[3];

    static void run() {
        slots[1] = 1;
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(Elements::run);
        thread.start();
        for (int place = 0; place < 3; place += 2) {
            slots[place] = place;
        }
        slots[1]++;
        thread.join();
    }
}
