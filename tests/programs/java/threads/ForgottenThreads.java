/** Two threads that nobody knows: one reads twice while the other one writes twice. */
public class ForgottenThreads {
    static int value;

    static class Writer extends Thread {
        @Override
        public void run() {
            value = 1;
            value = 2;
        }
    }

    static class Reader extends Thread {
        @Override
        public void run() {
            int first = value;
            int second = value;
            assert first == second : "somebody wrote in between";
        }
    }

    public static void main(String[] args) {
        new Writer().start();
        new Reader().start();
    }
}
