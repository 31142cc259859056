package java.lang;

/** What Object.clone copies. */
public interface Cloneable {
}
