import java.util.function.Supplier;

/** Conditional expressions on boxes: which of them unbox, and so fail for null (JLS 15.25). */
public class BoxedConditionals {
    static Integer none = null;
    static Boolean unknown = null;
    static Object nothing = null;
    static boolean yes = true;
    static boolean no = false;

    static <T> T same(T value) {
        return value;
    }

    static Integer returned() {
        return yes ? none : (yes ? none : none);
    }

    static void take(Integer value) {
    }

    static void show(int number, Supplier<Object> value) {
        try {
            System.out.println(number + " " + value.get());
        } catch (NullPointerException e) {
            System.out.println(number + " fails");
        }
    }

    public static void main(String[] args) {
        show(1, () -> {
            Integer v = no ? ((Integer) nothing) : (yes ? none : none);
            return v;
        });
        show(2, () -> {
            Integer v = yes ? none : none;
            return v;
        });
        show(3, () -> {
            Integer v = no ? 1 : none;
            return v;
        });
        show(4, () -> {
            Integer v = no ? (Integer) nothing : (no ? 1 : none);
            return v;
        });
        show(5, () -> {
            Object v = no ? none : (yes ? none : none);
            return v;
        });
        show(6, () -> {
            Object v = no ? none : (yes ? none : 1);
            return v;
        });
        show(7, () -> {
            take(yes ? none : none);
            take(yes ? (yes ? none : none) : none);
            return "taken";
        });
        show(8, () -> {
            take(yes ? none : 1);
            return "taken";
        });
        show(9, () -> {
            Boolean v = yes ? unknown : (yes ? unknown : unknown);
            return v;
        });
        show(10, () -> {
            Boolean v = yes ? unknown : true;
            return v;
        });
        show(11, () -> {
            Object v = yes ? same(none) : 0;
            return v;
        });
        show(12, () -> {
            Integer v = yes ? same(none) : same(none);
            return v;
        });
        show(13, () -> "" + (yes ? none : (yes ? none : none)));
        show(14, () -> "" + (yes ? none : 1));
        show(15, () -> returned());
        show(16, () -> {
            Integer v = yes ? (switch (1) {
                case 1 -> none;
                default -> none;
            }) : none;
            return v;
        });
        show(17, () -> yes == no ? 1 : yes ? 2L : 'c');
    }
}
