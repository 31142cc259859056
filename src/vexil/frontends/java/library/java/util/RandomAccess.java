package java.util;

/** Mark lists whose elements are reached by index in one step. */
public interface RandomAccess {
}
