package java.lang;

/** An index outside of the range of an array. */
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
    /** The index and length of a failed access; what fails in the program itself sets them and no message. */
    private int index;
    private int length;
    private boolean given;

    public ArrayIndexOutOfBoundsException() {
        this.given = true;
    }

    public ArrayIndexOutOfBoundsException(String message) {
        super(message);
        this.given = true;
    }

    public ArrayIndexOutOfBoundsException(int index) {
        super("Array index out of range: " + index);
        this.given = true;
    }

    @Override
    public String getMessage() {
        return given ? super.getMessage() : "Index " + index + " out of bounds for length " + length;
    }
}
