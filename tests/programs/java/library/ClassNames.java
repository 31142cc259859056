import java.util.ArrayList;

/** Names and identities of classes. */
public class ClassNames {
    static class Nested {
        class Inner {
        }
    }

    interface Shape {
    }

    enum Kind {
        ONE,
        TWO {
            int more;
        }
    }

    static void show(Class<?> type) {
        System.out.println(type.getName() + " " + type.getSimpleName() + " " + type.getCanonicalName() + " " + type.getTypeName() + " " + type
                + " " + type.isArray() + " " + type.isInterface() + " " + type.isPrimitive() + " " + type.isEnum() + " ["
                + type.getPackageName() + "]");
    }

    public static void main(String[] arguments) {
        class Local {
        }

        Object anonymous = new Object() {
        };
        show(ClassNames.class);
        show(Nested.class);
        show(Nested.Inner.class);
        show(Shape.class);
        show(Kind.class);
        show(Kind.TWO.getClass());
        show(new Local().getClass());
        show(anonymous.getClass());
        show(String.class);
        show(Object.class);
        show(Runnable.class);
        show(ArrayList.class);
        show(Thread.State.class);
        show(int[].class);
        show(long[][].class);
        show(String[].class);
        show(Nested[].class);
        Object[] objects = {"s", 1, 2L, 'c', true, 1.5, new int[0], new String[0][0], new Nested(), Kind.ONE, new Exception()};
        for (Object object : objects) {
            System.out.println(object.getClass().getName() + " " + (object.getClass() == object.getClass()));
        }
        System.out.println((Kind.ONE.getClass() == Kind.class) + " " + (Kind.TWO.getClass() == Kind.class) + " "
                + (Kind.TWO.getDeclaringClass() == Kind.class) + " " + ("".getClass() == String.class) + " "
                + (new Nested().getClass() == anonymous.getClass()));
        System.out.println(String.class.isInstance("x") + " " + String.class.isInstance(1) + " " + Object.class.isInstance(null) + " "
                + Shape.class.isInstance(anonymous) + " " + int[].class.isInstance(new int[1]));
        System.out.println(String.class.cast("text") + " " + Number.class.cast(5));
        try {
            Integer.class.cast("text");
        } catch (ClassCastException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(Integer.class.getSuperclass() + " " + Object.class.getSuperclass() + " " + Shape.class.getSuperclass() + " "
                + int[].class.getSuperclass() + " " + int[].class.getComponentType() + " " + String.class.getComponentType());
    }
}
