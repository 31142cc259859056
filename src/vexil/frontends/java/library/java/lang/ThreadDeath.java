package java.lang;

/** The end of a thread by Thread.stop. */
public class ThreadDeath extends Error {
    public ThreadDeath() {
    }
}
