package java.util.concurrent;

import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/** A place where threads wait for each other, again and again. */
public class CyclicBarrier {
    private final int parties;
    private final Runnable action;
    /** What is held while a thread comes and while the action runs. */
    private final Object lock = new Object();
    private Generation generation = new Generation();
    private int missing;

    /** One use of the barrier, and the wait set of its threads. */
    private static class Generation {
        boolean broken;
    }

    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    public CyclicBarrier(int parties, Runnable action) {
        if (parties <= 0) {
            throw new IllegalArgumentException();
        }
        this.parties = parties;
        this.missing = parties;
        this.action = action;
    }

    private void startNext() {
        Threads.notifyEvery(generation);
        missing = parties;
        generation = new Generation();
    }

    private void breakBarrier() {
        generation.broken = true;
        missing = parties;
        Threads.notifyEvery(generation);
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return await(false);
        } catch (TimeoutException impossible) {
            throw new Error(impossible);
        }
    }

    public int await(long time, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(true);
    }

    private int await(boolean timed) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Locks.lock(lock);
        try {
            Generation mine = generation;
            if (mine.broken) {
                throw new BrokenBarrierException();
            }
            if (Thread.interrupted()) {
                breakBarrier();
                throw new InterruptedException();
            }
            missing--;
            int index = missing;
            if (index == 0) {
                trip();
                return 0;
            }
            Atomic.begin();
            Locks.unlock(lock);
            int reason = timed ? Locks.parkTimed(mine) : Locks.park(mine);
            Atomic.end();
            Locks.lock(lock);
            if (reason == 2) {
                if (mine == generation && !mine.broken) {
                    breakBarrier();
                    throw new InterruptedException();
                }
                Thread.currentThread().interrupt();
            }
            if (mine.broken) {
                throw new BrokenBarrierException();
            }
            if (mine != generation) {
                return index;
            }
            breakBarrier();
            throw new TimeoutException();
        } finally {
            Locks.unlock(lock);
        }
    }

    /** Run the action and start again; an action that fails breaks the barrier. */
    private void trip() {
        boolean done = false;
        try {
            if (action != null) {
                action.run();
            }
            done = true;
            startNext();
        } finally {
            if (!done) {
                breakBarrier();
            }
        }
    }

    public int getParties() {
        return parties;
    }

    public boolean isBroken() {
        Locks.lock(lock);
        boolean broken = generation.broken;
        Locks.unlock(lock);
        return broken;
    }

    public void reset() {
        Locks.lock(lock);
        breakBarrier();
        startNext();
        Locks.unlock(lock);
    }

    public int getNumberWaiting() {
        Locks.lock(lock);
        int waiting = parties - missing;
        Locks.unlock(lock);
        return waiting;
    }
}
