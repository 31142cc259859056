package java.util;

/** What is told about changes of an observable object. */
@Deprecated
public interface Observer {
    void update(Observable observable, Object argument);
}
