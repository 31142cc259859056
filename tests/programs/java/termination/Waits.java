// Whoever draws the same number again and again is never done.
public class Waits {
  public static void main(String[] args) {
    java.util.Random random = new java.util.Random();
    int tries = 0;
    while (random.nextInt() != 7) {
      tries = tries & 1;
    }
  }
}
