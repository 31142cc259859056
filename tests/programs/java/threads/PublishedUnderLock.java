class Box {
  int value;
}

class PublishedUnderLock {
  static Box shared;
  static final Object lock = new Object();

  static class Writer extends Thread {
    public void run() {
      Box box = new Box();
      synchronized (lock) {
        box.value = 7; // nobody else can reach the box yet
        shared = box;
      }
      box.value = 1; // now everybody can
      box.value = 2;
    }
  }

  public static void main(String[] args) throws Exception {
    Writer writer = new Writer();
    writer.start();
    Box box;
    synchronized (lock) {
      box = shared;
    }
    if (box != null) {
      assert box.value != 1;
    }
    writer.join();
  }
}
