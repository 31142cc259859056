package java.lang;

/** The root of all records; the compiler writes the three methods where the program does not (JLS 8.10.3). */
public abstract class Record {
    protected Record() {
    }

    @Override
    public abstract boolean equals(Object other);

    @Override
    public abstract int hashCode();

    @Override
    public abstract String toString();
}
