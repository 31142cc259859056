package java.lang;

/** A method that does nothing unsafe with its variable arguments. */
public @interface SafeVarargs {
}
