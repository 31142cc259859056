// A field is counted down from an input; the form without objects has the ranking.
public class Countdown {
  static final class Counter {
    int left;
  }

  public static void main(String[] args) {
    Counter counter = new Counter();
    counter.left = new java.util.Random().nextInt();
    while (counter.left > 0) {
      counter.left--;
    }
  }
}
