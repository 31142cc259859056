// What a number from outside leads to: nothing, an Error or a RuntimeException.
import org.sosy_lab.sv_benchmarks.Verifier;

class KindOfInput {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        if (number == 12345) {
            throw new Error();
        }
        if (number == 54321) {
            throw new IllegalStateException();
        }
    }
}
