package java.lang;

/** A serious unknown problem in the machine. */
public class UnknownError extends VirtualMachineError {
    public UnknownError() {
    }

    public UnknownError(String message) {
        super(message);
    }
}
