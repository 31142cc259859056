// The walk over the list ends at its last node.
class NullFieldRight {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    public static void main(String[] args) {
        Node list = new Node(1, new Node(2, null));
        int sum = 0;
        while (list != null) {
            sum += list.value;
            list = list.next;
        }
        assert sum == 3;
    }
}
