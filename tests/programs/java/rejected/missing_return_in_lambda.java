import java.util.function.IntSupplier;

class Main {
    static boolean b;
    IntSupplier s = () -> { // error: incompatible types: bad return type in lambda expression
        while (b) {
            return 1;
        }
    };
}
