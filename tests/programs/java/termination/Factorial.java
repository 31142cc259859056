// A recursion whose number shrinks.
public class Factorial {
  static int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
  }

  public static void main(String[] args) {
    factorial(new java.util.Random().nextInt());
  }
}
