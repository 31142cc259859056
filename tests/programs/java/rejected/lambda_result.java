import java.util.function.IntSupplier;

class Main {
    IntSupplier s = () -> "text"; // error: incompatible types: bad return type in lambda expression
}
