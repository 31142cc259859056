package vexil;

/** The boxes that are shared by value (JLS 5.1.7). */
public final class Boxes {
    private static Shared first;

    private Boxes() {
    }

    /** The shared box of a value from -128 to 127. */
    public static native Integer sharedInteger(int value);

    /** The shared box of a value from -128 to 127. */
    public static native Long sharedLong(long value);

    /** The shared box of a value from -128 to 127. */
    public static native Short sharedShort(short value);

    /** The shared box of a value. */
    public static native Byte sharedByte(byte value);

    /** The shared box of a value up to 127. */
    public static native Character sharedCharacter(char value);

    /** A box in the list of all that were made, in the order of keys: the list does not tell which came first. */
    private static final class Shared {
        final int key;
        final Object box;
        Shared next;

        Shared(int key, Object box, Shared next) {
            this.key = key;
            this.box = box;
            this.next = next;
        }
    }

    /** The one box of a key, which stands for a class and a value: the given one, if there is none yet. */
    private static Object only(int key, Object made) {
        Atomic.begin();
        Shared before = null;
        Shared found = first;
        while (found != null && found.key < key) {
            before = found;
            found = found.next;
        }
        if (found == null || found.key != key) {
            found = new Shared(key, made, found);
            if (before == null) {
                first = found;
            } else {
                before.next = found;
            }
        }
        Atomic.end();
        return found.box;
    }
}
