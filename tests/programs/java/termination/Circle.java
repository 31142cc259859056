// A walk along a list whose last node points to the first one; the steps are counted.
public class Circle {
  static final class Node {
    Node next;
  }

  public static void main(String[] args) {
    Node first = new Node();
    Node second = new Node();
    first.next = second;
    second.next = first;
    int steps = new java.util.Random().nextInt();
    Node at = first;
    while (at != null) {
      at = at.next;
    }
    System.out.println(steps);
  }
}
