import java.util.Optional;

/** Texts that nobody reads are made by code of the user's, which has effects. */
public class TextEffects {
    static int made;

    static class Item {
        public String toString() {
            made++;
            return "item";
        }
    }

    static class Failure extends RuntimeException {
        public String getMessage() {
            made++;
            return "failure";
        }
    }

    public static void main(String[] arguments) {
        Throwable failure = new Failure();
        System.out.println(failure);
        assert made == 1;
        System.out.println("an " + Optional.of(new Item()));
        assert made == 2;
        new RuntimeException(failure);
        assert made == 3;
        new AssertionError(new Item());
        assert made == 4;
        failure.printStackTrace();
        assert made == 5;
    }
}
