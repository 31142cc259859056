package java.util;

/** A format string that is malformed or does not fit its arguments. */
public class IllegalFormatException extends IllegalArgumentException {
    IllegalFormatException() {
    }
}
