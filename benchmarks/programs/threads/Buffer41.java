public class Buffer41 {
    static class Buffer {
        private final int[] items = new int[2];
        private int first, count;
        synchronized void put(int item) throws InterruptedException {
            while (count == items.length) { wait(); }
            items[(first + count) % items.length] = item;
            count++;
            notify();
        }
        synchronized int take() throws InterruptedException {
            while (count == 0) { wait(); }
            int item = items[first];
            first = (first + 1) % items.length;
            count--;
            notify();
            return item;
        }
    }
    static class Producer extends Thread {
        private final Buffer buffer; private final int items;
        Producer(Buffer buffer, int items) { this.buffer = buffer; this.items = items; }
        @Override public void run() {
            try { for (int i = 0; i < items; i++) { buffer.put(i); } } catch (InterruptedException e) { return; }
        }
    }
    static class Consumer extends Thread {
        private final Buffer buffer; private final int items;
        Consumer(Buffer buffer, int items) { this.buffer = buffer; this.items = items; }
        @Override public void run() {
            try { for (int i = 0; i < items; i++) { buffer.take(); } } catch (InterruptedException e) { return; }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Buffer buffer = new Buffer();
        for (int i = 0; i < 4; i++) { new Producer(buffer, 2).start(); }
        for (int i = 0; i < 1; i++) { new Consumer(buffer, 8).start(); }
    }
}
