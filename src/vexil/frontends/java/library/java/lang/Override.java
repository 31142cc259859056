package java.lang;

/** A method that overrides another. */
public @interface Override {
}
