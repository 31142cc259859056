// Euclid by subtraction of positive numbers.
public class Greatest {
  static int divisor(int a, int b) {
    while (a > 0 && b > 0 && a != b) {
      if (a > b)
        a -= b;
      else
        b -= a;
    }
    return a;
  }

  public static void main(String[] args) {
    java.util.Random random = new java.util.Random();
    divisor(random.nextInt(), random.nextInt());
  }
}
