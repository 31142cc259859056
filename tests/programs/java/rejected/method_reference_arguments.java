import java.util.function.Function;

class Main {
    static int twice(int n) {
        return 2 * n;
    }

    Function<String, Integer> f = Main::twice; // error: incompatible types: invalid method reference
}
