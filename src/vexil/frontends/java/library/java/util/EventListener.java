package java.util;

/** Mark everything that listens to events. */
public interface EventListener {
}
