import java.util.function.IntUnaryOperator;

class Main {
    static int run(int n) {
        IntUnaryOperator f = n -> n + 1; // error: variable n is already defined in method run(int)
        return f.applyAsInt(1);
    }
}
