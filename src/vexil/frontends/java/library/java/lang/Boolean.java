package java.lang;

/** A boolean in an object, and the static methods about booleans. System properties are not modelled: none is set. */
public final class Boolean implements java.io.Serializable, Comparable<Boolean> {
    public static final Boolean TRUE = new Boolean(true);
    public static final Boolean FALSE = new Boolean(false);

    private final boolean value;

    @Deprecated
    public Boolean(boolean value) {
        this.value = value;
    }

    @Deprecated
    public Boolean(String text) {
        this.value = parseBoolean(text);
    }

    public static Boolean valueOf(boolean value) {
        return value ? TRUE : FALSE;
    }

    public static Boolean valueOf(String text) {
        return valueOf(parseBoolean(text));
    }

    public static boolean parseBoolean(String text) {
        return "true".equalsIgnoreCase(text);
    }

    public boolean booleanValue() {
        return value;
    }

    public static String toString(boolean value) {
        return value ? "true" : "false";
    }

    public String toString() {
        return toString(value);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    public boolean equals(Object other) {
        return other instanceof Boolean && ((Boolean) other).value == value;
    }

    public int compareTo(Boolean other) {
        return compare(value, other.value);
    }

    public static int compare(boolean left, boolean right) {
        if (left == right) {
            return 0;
        }
        return left ? 1 : -1;
    }

    public static boolean logicalAnd(boolean left, boolean right) {
        return left & right;
    }

    public static boolean logicalOr(boolean left, boolean right) {
        return left | right;
    }

    public static boolean logicalXor(boolean left, boolean right) {
        return left ^ right;
    }

    public static boolean getBoolean(String property) {
        return false;
    }
}
