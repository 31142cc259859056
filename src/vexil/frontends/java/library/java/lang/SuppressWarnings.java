package java.lang;

/** Warnings that the compiler is not to give. */
public @interface SuppressWarnings {
    String[] value();
}
