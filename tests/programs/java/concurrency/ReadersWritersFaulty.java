// Several readers or one writer may use a record of two fields that belong together.
// Faulty: startWrite() tests with "if". Between the notification of the last reader and the moment the writer has the
// monitor again a new reader can start, and it sees the record half written.
class ReadWriteLock {
    private int readers;
    private boolean writing;

    synchronized void startRead() throws InterruptedException {
        while (writing) {
            wait();
        }
        readers++;
    }

    synchronized void endRead() {
        readers--;
        if (readers == 0) {
            notifyAll();
        }
    }

    synchronized void startWrite() throws InterruptedException {
        if (writing || readers > 0) {
            wait();
        }
        writing = true;
    }

    synchronized void endWrite() {
        writing = false;
        notifyAll();
    }
}

class Point {
    int x;
    int y;
}

class ReadersWritersFaulty {
    private static final ReadWriteLock lock = new ReadWriteLock();
    private static final Point point = new Point();

    static class Reader implements Runnable {
        @Override
        public void run() {
            try {
                lock.startRead();
                int x = point.x;
                int y = point.y;
                lock.endRead();
                assert x == y : "half of a write was read"; // violated: assert
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Writer implements Runnable {
        @Override
        public void run() {
            try {
                lock.startWrite();
                point.x = 1;
                point.y = 1;
                lock.endWrite();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(new Reader()).start();
        new Thread(new Writer()).start();
        new Reader().run();
    }
}
