// The last node of a list has no successor: its field is read through null.
class NullFieldFaulty {
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
        for (int i = 0; i < 3; i++) {
            sum += list.value; // violated: exception
            list = list.next;
        }
    }
}
