// Nobody is there to end the wait: a run that waits for ever does not end.
public class Blocked {
  public static void main(String[] args) throws InterruptedException {
    Object monitor = new Object();
    int drawn = new java.util.Random().nextInt();
    while (drawn > 0) {
      drawn--;
    }
    synchronized (monitor) {
      if (drawn < -5) {
        monitor.wait();
      }
    }
  }
}
