// A call that makes itself again, for ever: there is always room for one more frame.
public class DeeperAndDeeper {
  static int f(int n) {
    if (n == 0)
      return 0;
    return f(n < 1000 ? n + 1 : 1) + 1;
  }

  public static void main(String[] args) {
    f(new java.util.Random().nextInt());
  }
}
