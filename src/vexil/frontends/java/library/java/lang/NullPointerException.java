package java.lang;

/**
 * A use of null as an object.
 * The JDK's message that names the null expression is not modelled: it is null.
 */
public class NullPointerException extends RuntimeException {
    public NullPointerException() {
    }

    public NullPointerException(String message) {
        super(message);
    }
}
