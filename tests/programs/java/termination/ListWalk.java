// A list is made node by node and walked along; both loops end after a few rounds.
public class ListWalk {
  static final class Node {
    Node next;
  }

  public static void main(String[] args) {
    Node list = null;
    int n = new java.util.Random().nextInt(4);
    for (int i = 0; i < n; i++) {
      Node one = new Node();
      one.next = list;
      list = one;
    }
    while (list != null) {
      list = list.next;
    }
  }
}
