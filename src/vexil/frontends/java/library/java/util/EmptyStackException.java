package java.util;

/** The stack is empty. */
public class EmptyStackException extends RuntimeException {
    public EmptyStackException() {
        super();
    }
}
