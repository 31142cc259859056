package java.lang;

import vexil.Approximations;

/**
 * The class of an object, of which the front end makes one for each class, interface, primitive type and array type
 * of the program.
 *
 * <p>Reflection is not modelled. A simple name is taken from the binary name, as javac makes it.
 */
public final class Class<T> implements java.io.Serializable {
    private final String name;

    private Class(String name) {
        this.name = name;
    }

    /** The binary name; "int" for int, "[I" and "[Ljava.lang.String;" for arrays. */
    public String getName() {
        return name;
    }

    public String getTypeName() {
        return isArray() ? getComponentType().getTypeName() + "[]" : name;
    }

    public String getSimpleName() {
        if (isArray()) {
            return getComponentType().getSimpleName() + "[]";
        }
        int start = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
        while (start > 0 && start < name.length() && name.charAt(start) >= '0' && name.charAt(start) <= '9') {
            start++;
        }
        return name.substring(start);
    }

    public String getCanonicalName() {
        if (isArray()) {
            return getComponentType().getCanonicalName() + "[]";
        }
        for (int i = 0; i < name.length() - 1; i++) {
            if (name.charAt(i) == '$' && Character.isDigit(name.charAt(i + 1))) {
                return null;
            }
        }
        return name.replace('$', '.');
    }

    public String getPackageName() {
        if (isArray()) {
            return getComponentType().getPackageName();
        }
        if (isPrimitive()) {
            return "java.lang";
        }
        return name.lastIndexOf('.') < 0 ? "" : name.substring(0, name.lastIndexOf('.'));
    }

    public boolean isArray() {
        return name.charAt(0) == '[';
    }

    /** The class of the elements of an array class, null for another class. */
    public native Class<?> getComponentType();

    public native Class<? super T> getSuperclass();

    public native boolean isInterface();

    public native boolean isPrimitive();

    public native boolean isInstance(Object object);

    public boolean isEnum() {
        return getSuperclass() == Enum.class;
    }

    /** The constants of an enum in their order in a new array, null for another class. */
    public native T[] getEnumConstants();

    @SuppressWarnings("unchecked")
    public T cast(Object object) {
        if (object != null && !isInstance(object)) {
            throw new ClassCastException("Cannot cast " + object.getClass().getName() + " to " + name);
        }
        return (T) object;
    }

    public static Class<?> forName(String name) throws ClassNotFoundException {
        throw Approximations.unmodelled("Class.forName");
    }

    @Deprecated
    public T newInstance() throws InstantiationException, IllegalAccessException {
        throw Approximations.unmodelled("Class.newInstance");
    }

    /** Whether assertions are switched on, which they are. */
    public boolean desiredAssertionStatus() {
        return true;
    }

    public String toString() {
        if (isPrimitive()) {
            return name;
        }
        return (isInterface() ? "interface " : "class ") + name;
    }
}
