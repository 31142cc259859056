package java.lang;

/** A new array with a negative length. */
public class NegativeArraySizeException extends RuntimeException {
    /** The length that was asked for; what fails in the program itself sets it and no message. */
    private int size;
    private boolean given;

    public NegativeArraySizeException() {
        this.given = true;
    }

    public NegativeArraySizeException(String message) {
        super(message);
        this.given = true;
    }

    @Override
    public String getMessage() {
        return given ? super.getMessage() : Integer.toString(size);
    }
}
