// No int is greater than the largest one: i <= n never fails where n is that.
public class TowardsLimit {
  public static void main(String[] args) {
    int n = new java.util.Random().nextInt();
    if (n < Integer.MAX_VALUE)
      return;
    long rounds = 0;
    for (int i = 0; i <= n; i++) {
      rounds++;
    }
  }
}
