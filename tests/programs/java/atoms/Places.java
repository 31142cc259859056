/** Everything that programs consist of, for properties to speak about. */
public class Places {
  enum Color { RED, GREEN }

  static class Node {
    static int made;
    int value;
    Node next;
    int[] data = new int[3];
  }

  static Color color;
  static Node head;
  static int[] data = new int[4];
  static char c;

  static int twice(int x) {
    int y = 2 * x;
    return y;
  }

  public static void main(String[] args) {
    int sum = 0;
    head = new Node();
    head.value = 5;
    head.next = new Node();
    head.next.data[1] = 8;
    Node.made = 2;
    for (int k = 0; k < 3; k++) {
      data[k] = k;
      sum += k;
    }
    color = Color.GREEN;
    c = 'S';
    sum = twice(sum);
    head = null;
  }
}
