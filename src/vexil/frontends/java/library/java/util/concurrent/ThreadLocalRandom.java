package java.util.concurrent;

import java.util.Random;

/** Random numbers without a seed: choices of the environment. */
public final class ThreadLocalRandom extends Random {
    private ThreadLocalRandom() {
    }

    public static ThreadLocalRandom current() {
        return new ThreadLocalRandom();
    }

    public void setSeed(long seed) {
        throw new UnsupportedOperationException();
    }
}
