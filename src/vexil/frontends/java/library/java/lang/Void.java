package java.lang;

/** The class of what is never there. */
public final class Void {
    private Void() {
    }
}
