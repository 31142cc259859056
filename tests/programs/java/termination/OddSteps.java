// An odd number that goes up by two wraps around and never meets zero.
public class OddSteps {
  public static void main(String[] args) {
    int n = new java.util.Random().nextInt();
    int rounds = 0;
    while (n != 0) {
      n += 2;
      rounds++;
    }
  }
}
