package java.util;

/** An argument that the conversion of its specifier does not accept. */
public class IllegalFormatConversionException extends IllegalFormatException {
    private final char conversion;
    private final Class<?> argument;

    public IllegalFormatConversionException(char conversion, Class<?> argument) {
        this.conversion = conversion;
        this.argument = Objects.requireNonNull(argument);
    }

    public char getConversion() {
        return conversion;
    }

    public Class<?> getArgumentClass() {
        return argument;
    }

    public String getMessage() {
        return conversion + " != " + argument.getName();
    }
}
