import java.util.Arrays;
import java.util.Enumeration;
import java.util.Stack;
import java.util.Vector;

/** The old lists with their old operations. */
public class StackAndVector {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    public static void main(String[] args) {
        Stack<String> stack = new Stack<>();
        attempt("pop", () -> stack.pop());
        attempt("peek", () -> stack.peek());
        show("push", stack.push("a") + stack.push("b") + stack.push("c") + " " + stack + " " + stack.empty());
        show("search", stack.search("c") + " " + stack.search("a") + " " + stack.search("x"));
        show("pop", stack.peek() + stack.pop() + stack.pop() + " " + stack + stack.size());
        stack.add(0, "bottom");
        show("as a list", stack.get(0) + " " + stack.indexOf("a") + " " + stack);
        Vector<Integer> vector = new Vector<>(2, 3);
        for (int value = 0; value < 6; value++) {
            vector.addElement(value);
            show("capacity", vector.capacity());
        }
        show("elements", vector.elementAt(2) + " " + vector.firstElement() + " " + vector.lastElement());
        vector.insertElementAt(99, 3);
        vector.setElementAt(98, 0);
        vector.removeElementAt(1);
        show("changed", vector + " " + vector.removeElement(99) + vector.removeElement(77) + " " + vector.contains(98));
        attempt("element at", () -> vector.elementAt(9));
        attempt("get", () -> vector.get(9));
        attempt("set", () -> vector.set(9, 1));
        attempt("remove", () -> vector.remove(9));
        attempt("first", () -> new Vector<Integer>().firstElement());
        attempt("capacity", () -> new Vector<Integer>(-1));
        try {
            vector.insertElementAt(1, 20);
        } catch (ArrayIndexOutOfBoundsException exception) {
            show("insert", exception.getMessage());
        }
        try {
            vector.removeElementAt(-1);
        } catch (ArrayIndexOutOfBoundsException exception) {
            show("remove at", exception.getMessage());
        }
        StringBuilder text = new StringBuilder();
        for (Enumeration<Integer> each = vector.elements(); each.hasMoreElements();) {
            text.append(each.nextElement()).append(' ');
        }
        show("enumerated", text);
        attempt("enumeration", () -> new Vector<Integer>().elements().nextElement());
        vector.setSize(7);
        show("longer", vector);
        vector.setSize(2);
        show("shorter", vector + " " + vector.equals(Arrays.asList(98, 2)) + " " + vector.hashCode());
        Integer[] copied = new Integer[3];
        vector.copyInto(copied);
        show("copied", Arrays.toString(copied) + " " + vector.lastIndexOf(2, 1) + vector.indexOf(98, 1));
        vector.removeAllElements();
        show("none", vector + " " + vector.isEmpty());
    }
}
