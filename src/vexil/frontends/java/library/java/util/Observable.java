package java.util;

/** An object that tells its observers about changes, the last added first. */
@Deprecated
public class Observable {
    private boolean changed;
    private final Vector<Observer> observers;

    public Observable() {
        observers = new Vector<Observer>();
    }

    public synchronized void addObserver(Observer observer) {
        if (observer == null) {
            throw new NullPointerException();
        }
        if (!observers.contains(observer)) {
            observers.addElement(observer);
        }
    }

    public synchronized void deleteObserver(Observer observer) {
        observers.removeElement(observer);
    }

    public void notifyObservers() {
        notifyObservers(null);
    }

    /** Tell those who are observers at the start, without holding the lock meanwhile. */
    public void notifyObservers(Object argument) {
        Object[] present;
        synchronized (this) {
            if (!changed) {
                return;
            }
            present = observers.toArray();
            clearChanged();
        }
        for (int index = present.length - 1; index >= 0; index--) {
            ((Observer) present[index]).update(this, argument);
        }
    }

    public synchronized void deleteObservers() {
        observers.removeAllElements();
    }

    protected synchronized void setChanged() {
        changed = true;
    }

    protected synchronized void clearChanged() {
        changed = false;
    }

    public synchronized boolean hasChanged() {
        return changed;
    }

    public synchronized int countObservers() {
        return observers.size();
    }
}
