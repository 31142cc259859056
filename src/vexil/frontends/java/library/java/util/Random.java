package java.util;

import vexil.Choices;

/**
 * Random numbers: choices of the environment without a seed, the exact sequence of the JDK with one.
 *
 * <p>Gaussian numbers and streams are not modelled.
 */
public class Random {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long MASK = (1L << 48) - 1;

    private boolean seeded;
    private long state;

    public Random() {
    }

    public Random(long seed) {
        setSeed(seed);
    }

    public synchronized void setSeed(long seed) {
        seeded = true;
        state = (seed ^ MULTIPLIER) & MASK;
    }

    protected int next(int bits) {
        if (!seeded) {
            return bits == 32
                ? Choices.between(Integer.MIN_VALUE, Integer.MAX_VALUE)
                : Choices.between(0, (1 << bits) - 1);
        }
        synchronized (this) {
            state = state * MULTIPLIER + 0xBL & MASK;
            return (int) (state >>> 48 - bits);
        }
    }

    public int nextInt() {
        return next(32);
    }

    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if (!seeded) {
            return Choices.between(0, bound - 1);
        }
        int bits = next(31);
        if ((bound & -bound) == bound) {
            return (int) (bound * (long) bits >> 31);
        }
        int value = bits % bound;
        while (bits - value + (bound - 1) < 0) {
            bits = next(31);
            value = bits % bound;
        }
        return value;
    }

    public int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        if (!seeded) {
            return Choices.between(origin, bound - 1);
        }
        int bits = nextInt();
        int count = bound - origin;
        if ((count & count - 1) == 0) {
            return (bits & count - 1) + origin;
        }
        if (count > 0) {
            int positive = bits >>> 1;
            int value = positive % count;
            while (positive + (count - 1) - value < 0) {
                positive = nextInt() >>> 1;
                value = positive % count;
            }
            return value + origin;
        }
        while (bits < origin || bits >= bound) {
            bits = nextInt();
        }
        return bits;
    }

    public long nextLong() {
        return seeded ? ((long) next(32) << 32) + next(32) : Choices.anyLong();
    }

    public boolean nextBoolean() {
        return seeded ? next(1) != 0 : Choices.anyBoolean();
    }

    public double nextDouble() {
        long bits = seeded ? ((long) next(26) << 27) + next(27) : Choices.between(0L, (1L << 53) - 1);
        return bits * 0x1.0p-53;
    }

    public float nextFloat() {
        return next(24) / (float) (1 << 24);
    }

    public void nextBytes(byte[] bytes) {
        int bits = 0;
        for (int index = 0; index < bytes.length; index++) {
            bits = index % 4 == 0 ? nextInt() : bits >> 8;
            bytes[index] = (byte) bits;
        }
    }
}
