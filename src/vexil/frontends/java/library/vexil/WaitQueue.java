package vexil;

/** Threads in the order of their arrival, of whom the first alone is woken; all calls are in atomic sections. */
public final class WaitQueue {
    private Waiter first;

    /** A waiting thread, and the wait set it waits in. */
    public static final class Waiter {
        private final boolean exclusive;
        private Waiter next;

        private Waiter(boolean exclusive) {
            this.exclusive = exclusive;
        }
    }

    public WaitQueue() {
    }

    /** Put a waiter at the end. */
    public Waiter append(boolean exclusive) {
        Waiter waiter = new Waiter(exclusive);
        if (first == null) {
            first = waiter;
        } else {
            Waiter last = first;
            while (last.next != null) {
                last = last.next;
            }
            last.next = waiter;
        }
        return waiter;
    }

    /** Take a waiter out; false if it is no longer there. */
    public boolean remove(Waiter waiter) {
        Waiter before = null;
        Waiter each = first;
        while (each != null && each != waiter) {
            before = each;
            each = each.next;
        }
        if (each == null) {
            return false;
        }
        if (before == null) {
            first = waiter.next;
        } else {
            before.next = waiter.next;
        }
        return true;
    }

    public boolean contains(Waiter waiter) {
        Waiter each = first;
        while (each != null && each != waiter) {
            each = each.next;
        }
        return each != null;
    }

    public boolean isEmpty() {
        return first == null;
    }

    /** Whether a thread would wait behind others; null stands for one that is not in the queue. */
    public boolean isBehind(Waiter waiter) {
        return first != null && first != waiter;
    }

    /** Whether the first waiter wants to be alone. */
    public boolean firstIsExclusive() {
        return first != null && first.exclusive;
    }

    /** Wake the first waiter, which stays in the queue. */
    public void wakeFirst() {
        if (first != null) {
            Threads.notifyOne(first);
        }
    }

    /** Take the first waiter out and wake it. */
    public void releaseFirst() {
        if (first != null) {
            Waiter waiter = first;
            first = waiter.next;
            Threads.notifyOne(waiter);
        }
    }

    public int size() {
        int count = 0;
        for (Waiter each = first; each != null; each = each.next) {
            count++;
        }
        return count;
    }
}
