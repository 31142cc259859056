/** The first switch on an enum asks for all of its constants, so it waits until they are made. */
public class SwitchWhileInitialising {
    enum Colour {
        RED, GREEN;

        static int seen;

        static {
            Colour first = RED;
            Thread worker = new Thread() {
                @Override
                public void run() {
                    seen = number(first);
                }
            };
            worker.start();
            try {
                worker.join();
            } catch (InterruptedException e) {
                seen = 3;
            }
        }
    }

    static int number(Colour colour) {
        switch (colour) {
            case RED:
                return 1;
            default:
                return 2;
        }
    }

    public static void main(String[] arguments) {
        assert Colour.GREEN.ordinal() == 1;
        assert false : "not reached";
    }
}
