package java.util;

/** A set of bits that grows. */
public class BitSet implements Cloneable {
    private long[] words;

    public BitSet() {
        words = new long[1];
    }

    public BitSet(int bits) {
        if (bits < 0) {
            throw new NegativeArraySizeException("nbits < 0: " + bits);
        }
        words = new long[(bits + 63) / 64];
    }

    private static void checkIndex(int index, String name) {
        if (index < 0) {
            throw new IndexOutOfBoundsException(name + " < 0: " + index);
        }
    }

    private static void checkRange(int from, int to) {
        checkIndex(from, "fromIndex");
        checkIndex(to, "toIndex");
        if (from > to) {
            throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
        }
    }

    private void reserve(int count) {
        if (count > words.length) {
            words = Arrays.copyOf(words, Math.max(2 * words.length, count));
        }
    }

    private int used() {
        int count = words.length;
        while (count > 0 && words[count - 1] == 0) {
            count--;
        }
        return count;
    }

    private long word(int index) {
        return index < words.length ? words[index] : 0;
    }

    public boolean get(int index) {
        checkIndex(index, "bitIndex");
        return (word(index >> 6) & 1L << index) != 0;
    }

    public void set(int index) {
        checkIndex(index, "bitIndex");
        reserve((index >> 6) + 1);
        words[index >> 6] |= 1L << index;
    }

    public void set(int index, boolean value) {
        if (value) {
            set(index);
        } else {
            clear(index);
        }
    }

    public void set(int from, int to) {
        checkRange(from, to);
        for (int index = from; index < to; index++) {
            set(index);
        }
    }

    public void set(int from, int to, boolean value) {
        if (value) {
            set(from, to);
        } else {
            clear(from, to);
        }
    }

    public void clear(int index) {
        checkIndex(index, "bitIndex");
        if (index >> 6 < words.length) {
            words[index >> 6] &= ~(1L << index);
        }
    }

    public void clear(int from, int to) {
        checkRange(from, to);
        for (int index = from; index < to && index < 64 * words.length; index++) {
            clear(index);
        }
    }

    public void clear() {
        for (int index = 0; index < words.length; index++) {
            words[index] = 0;
        }
    }

    public void flip(int index) {
        checkIndex(index, "bitIndex");
        set(index, !get(index));
    }

    public void flip(int from, int to) {
        checkRange(from, to);
        for (int index = from; index < to; index++) {
            flip(index);
        }
    }

    public int nextSetBit(int from) {
        checkIndex(from, "fromIndex");
        for (int index = from; index < 64 * words.length; index++) {
            if (get(index)) {
                return index;
            }
        }
        return -1;
    }

    public int nextClearBit(int from) {
        checkIndex(from, "fromIndex");
        int index = from;
        while (get(index)) {
            index++;
        }
        return index;
    }

    public int previousSetBit(int from) {
        return previous(from, true);
    }

    public int previousClearBit(int from) {
        return previous(from, false);
    }

    private int previous(int from, boolean value) {
        if (from < -1) {
            throw new IndexOutOfBoundsException("fromIndex < -1: " + from);
        }
        int index = from;
        while (index >= 0 && get(index) != value) {
            index--;
        }
        return index;
    }

    public int length() {
        int used = used();
        return used == 0 ? 0 : 64 * used - Long.numberOfLeadingZeros(words[used - 1]);
    }

    public int size() {
        return 64 * words.length;
    }

    public boolean isEmpty() {
        return used() == 0;
    }

    public int cardinality() {
        int count = 0;
        for (int index = 0; index < words.length; index++) {
            count += Long.bitCount(words[index]);
        }
        return count;
    }

    public boolean intersects(BitSet other) {
        for (int index = 0; index < words.length; index++) {
            if ((words[index] & other.word(index)) != 0) {
                return true;
            }
        }
        return false;
    }

    public void and(BitSet other) {
        for (int index = 0; index < words.length; index++) {
            words[index] &= other.word(index);
        }
    }

    public void or(BitSet other) {
        reserve(other.used());
        for (int index = 0; index < words.length; index++) {
            words[index] |= other.word(index);
        }
    }

    public void xor(BitSet other) {
        reserve(other.used());
        for (int index = 0; index < words.length; index++) {
            words[index] ^= other.word(index);
        }
    }

    public void andNot(BitSet other) {
        for (int index = 0; index < words.length; index++) {
            words[index] &= ~other.word(index);
        }
    }

    public boolean equals(Object object) {
        if (!(object instanceof BitSet)) {
            return false;
        }
        BitSet other = (BitSet) object;
        for (int index = Math.max(words.length, other.words.length) - 1; index >= 0; index--) {
            if (word(index) != other.word(index)) {
                return false;
            }
        }
        return true;
    }

    public int hashCode() {
        long hash = 1234;
        for (int index = used() - 1; index >= 0; index--) {
            hash ^= words[index] * (index + 1);
        }
        return (int) (hash >> 32 ^ hash);
    }

    public Object clone() {
        BitSet copy = new BitSet(0);
        copy.words = Arrays.copyOf(words, used());
        return copy;
    }

    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int index = nextSetBit(0); index >= 0; index = nextSetBit(index + 1)) {
            text.append(text.length() == 1 ? "" : ", ").append(index);
        }
        return text.append("}").toString();
    }
}
