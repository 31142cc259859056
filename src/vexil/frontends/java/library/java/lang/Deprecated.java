package java.lang;

/** Something that should not be used any more. */
public @interface Deprecated {
    String since() default "";

    boolean forRemoval() default false;
}
