package vexil;

/** What depends on which object it is, not on what it holds. */
public final class Identity {
    private Identity() {
    }

    /** A number that never changes for one object; two objects may have the same. */
    public static native int hash(Object object);

    /** Whether two references are to one object, or both null; as == in the user's code. */
    public static native boolean same(Object one, Object other);

    /** A new object of the same class with the same field values; for an array, with the same elements. */
    public static native Object copy(Object object);
}
