package java.lang;

import java.io.InputStream;
import java.io.PrintStream;
import vexil.Approximations;
import vexil.Choices;
import vexil.Identity;
import vexil.Output;

/**
 * The program's surroundings.
 *
 * <p>Input is empty, printed text goes nowhere, no system property and no environment variable but the line separator
 * is known.
 */
public final class System {
    public static final PrintStream out = new PrintStream(new Output(1));
    public static final PrintStream err = new PrintStream(new Output(2));
    public static final InputStream in = InputStream.nullInputStream();

    private System() {
    }

    /** Any time after 1970; a later call may give an earlier time. */
    public static long currentTimeMillis() {
        return Choices.between(0L, Long.MAX_VALUE);
    }

    /** Any time; a later call may give an earlier time. */
    public static long nanoTime() {
        return Choices.anyLong();
    }

    public static native void exit(int status);

    public static void gc() {
    }

    public static void runFinalization() {
    }

    public static int identityHashCode(Object object) {
        return object == null ? 0 : Identity.hash(object);
    }

    public static String lineSeparator() {
        return "\n";
    }

    public static String getProperty(String key) {
        return getProperty(key, null);
    }

    public static String getProperty(String key, String value) {
        checkKey(key);
        if (key.equals("line.separator")) {
            return "\n";
        }
        throw Approximations.unmodelled("system properties");
    }

    private static void checkKey(String key) {
        if (key == null) {
            throw new NullPointerException("key can't be null");
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
    }

    public static String getenv(String name) {
        throw Approximations.unmodelled("environment variables");
    }

    public static void setOut(PrintStream stream) {
        throw Approximations.unmodelled("System.setOut");
    }

    public static void setErr(PrintStream stream) {
        throw Approximations.unmodelled("System.setErr");
    }

    public static void setIn(InputStream stream) {
        throw Approximations.unmodelled("System.setIn");
    }

    public static void arraycopy(Object source, int from, Object target, int to, int count) {
        if (source == null || target == null) {
            throw new NullPointerException();
        }
        if (source instanceof Object[] && target instanceof Object[]) {
            copy((Object[]) source, from, (Object[]) target, to, count);
        } else if (source instanceof int[] && target instanceof int[]) {
            copy((int[]) source, from, (int[]) target, to, count);
        } else if (source instanceof char[] && target instanceof char[]) {
            copy((char[]) source, from, (char[]) target, to, count);
        } else if (source instanceof byte[] && target instanceof byte[]) {
            copy((byte[]) source, from, (byte[]) target, to, count);
        } else if (source instanceof long[] && target instanceof long[]) {
            copy((long[]) source, from, (long[]) target, to, count);
        } else if (source instanceof boolean[] && target instanceof boolean[]) {
            copy((boolean[]) source, from, (boolean[]) target, to, count);
        } else if (source instanceof short[] && target instanceof short[]) {
            copy((short[]) source, from, (short[]) target, to, count);
        } else if (source instanceof float[] && target instanceof float[]) {
            copy((float[]) source, from, (float[]) target, to, count);
        } else if (source instanceof double[] && target instanceof double[]) {
            copy((double[]) source, from, (double[]) target, to, count);
        } else {
            throw new ArrayStoreException(mismatch(source.getClass(), target.getClass()));
        }
    }

    private static String mismatch(Class<?> source, Class<?> target) {
        String left = kindOf(source);
        String right = kindOf(target);
        if (left == null) {
            return "arraycopy: source type " + source.getName() + " is not an array";
        }
        if (right == null) {
            return "arraycopy: destination type " + target.getName() + " is not an array";
        }
        return "arraycopy: type mismatch: can not copy " + left + " into " + right;
    }

    /** What messages call the type of an array, null for another class. */
    private static String kindOf(Class<?> kind) {
        if (!kind.isArray()) {
            return null;
        }
        return kind.getComponentType().isPrimitive() ? kind.getSimpleName() : "object array[]";
    }

    private static void check(String kind, int length, int from, int otherLength, int to, int count) {
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(outside("source index " + from, kind, length));
        }
        if (to < 0) {
            throw new ArrayIndexOutOfBoundsException(outside("destination index " + to, kind, otherLength));
        }
        if (count < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: length " + count + " is negative");
        }
        if (from > length - count) {
            throw new ArrayIndexOutOfBoundsException(outside("last source index " + ((long) from + count), kind, length));
        }
        if (to > otherLength - count) {
            throw new ArrayIndexOutOfBoundsException(outside("last destination index " + ((long) to + count), kind, otherLength));
        }
    }

    private static String outside(String what, String kind, int length) {
        return "arraycopy: " + what + " out of bounds for " + kind + "[" + length + "]";
    }

    private static void copy(Object[] source, int from, Object[] target, int to, int count) {
        check("object array", source.length, from, target.length, to, count);
        try {
            if (source == target && from < to) {
                for (int i = count - 1; i >= 0; i--) {
                    target[to + i] = source[from + i];
                }
            } else {
                for (int i = 0; i < count; i++) {
                    target[to + i] = source[from + i];
                }
            }
        } catch (ArrayStoreException exception) {
            throw new ArrayStoreException("arraycopy: element type mismatch: can not cast one of the elements of "
                    + source.getClass().getComponentType().getName() + "[] to the type of the destination array, "
                    + target.getClass().getComponentType().getName());
        }
    }

    private static void copy(int[] source, int from, int[] target, int to, int count) {
        check("int", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(char[] source, int from, char[] target, int to, int count) {
        check("char", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(byte[] source, int from, byte[] target, int to, int count) {
        check("byte", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(long[] source, int from, long[] target, int to, int count) {
        check("long", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(boolean[] source, int from, boolean[] target, int to, int count) {
        check("boolean", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(short[] source, int from, short[] target, int to, int count) {
        check("short", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(float[] source, int from, float[] target, int to, int count) {
        check("float", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(double[] source, int from, double[] target, int to, int count) {
        check("double", source.length, from, target.length, to, count);
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }
}
