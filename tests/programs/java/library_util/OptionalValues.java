import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Values that may be absent, and the checks of Objects. */
public class OptionalValues {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    public static void main(String[] args) {
        Optional<String> some = Optional.of("text");
        Optional<String> none = Optional.empty();
        show("some", some + " " + some.get() + " " + some.isPresent() + some.isEmpty() + " " + some.hashCode());
        show("none", none + " " + none.isPresent() + " " + none.orElse("other") + " " + none.orElseGet(() -> "made"));
        attempt("get none", () -> none.get());
        attempt("throw", () -> none.orElseThrow(() -> new IllegalStateException("mine")));
        attempt("of null", () -> Optional.of(null));
        show("nullable", Optional.ofNullable(null) + " " + Optional.ofNullable(1));
        show("map", some.map(String::length) + " " + none.map(String::length) + " " + some.map(text -> null));
        show("flat map", some.flatMap(text -> Optional.of(text + "!")) + " " + some.flatMap(text -> none));
        show("filter", some.filter(text -> text.isEmpty()) + " " + some.filter(text -> text.length() == 4));
        show("or", none.or(() -> some) + " " + some.or(() -> none));
        some.ifPresent(text -> show("present", text));
        none.ifPresent(text -> show("never", text));
        none.ifPresentOrElse(text -> show("never", text), () -> show("absent", true));
        show("equal", some.equals(Optional.of("text")) + " " + some.equals(none) + " " + none.equals(Optional.empty()));
        OptionalInt number = OptionalInt.of(7);
        show("int", number + " " + number.getAsInt() + " " + OptionalInt.empty() + " " + OptionalInt.empty().orElse(3) + OptionalDouble.of(1.5));
        attempt("no int", () -> OptionalInt.empty().getAsInt());
        show("objects", Objects.equals(null, null) + " " + Objects.equals(1, null) + " " + Objects.hash(1, "a", null) + " " + Objects.hashCode(null));
        show("texts", Objects.toString(null) + " " + Objects.toString(null, "none") + " " + Objects.requireNonNullElse(null, "else"));
        show("null", Objects.isNull(null) + " " + Objects.nonNull(1) + " " + Objects.deepEquals(new int[] {1}, new int[] {1}));
        try {
            Objects.requireNonNull(null, "must be there");
        } catch (NullPointerException exception) {
            show("required", exception.getMessage());
        }
        attempt("index", () -> Objects.checkIndex(3, 3));
        attempt("from to", () -> Objects.checkFromToIndex(2, 1, 3));
        attempt("from size", () -> Objects.checkFromIndexSize(2, 5, 3));
        attempt("caused", () -> {
            throw new NoSuchElementException("outer", new RuntimeException("inner"));
        });
    }
}
