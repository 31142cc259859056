package java.lang;

/** What has a natural order. */
public interface Comparable<T> {
    int compareTo(T other);
}
