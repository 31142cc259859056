// Two loops in each other whose limits are inputs.
public class NestedLoops {
  public static void main(String[] args) {
    java.util.Random random = new java.util.Random();
    int n = random.nextInt(), m = random.nextInt();
    int steps = 0;
    for (int i = 0; i < n; i++) {
      for (int j = m; j > 0; j--) {
        steps++;
      }
    }
  }
}
