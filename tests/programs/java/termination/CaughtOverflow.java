// Nobody throws a StackOverflowError but the program, so that the handler is never reached.
public class CaughtOverflow {
  static void f(int n) {
    f(n + 1);
  }

  public static void main(String[] args) {
    try {
      f(0);
    } catch (StackOverflowError problem) {
      System.out.println("deep");
    }
  }
}
