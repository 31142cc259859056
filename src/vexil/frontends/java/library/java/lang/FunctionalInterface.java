package java.lang;

/** An interface with one abstract method. */
public @interface FunctionalInterface {
}
