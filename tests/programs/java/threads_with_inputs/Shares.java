import org.sosy_lab.sv_benchmarks.Verifier;

/** One thread divides by what another one may have set to zero in the meantime. */
public class Shares {
    static int parts = 1;

    public static void main(String[] args) {
        int total = Verifier.nondetInt();
        new Thread(() -> parts = Verifier.nondetInt()).start();
        int chosen = parts;
        if (chosen != 0) {
            int share = total / parts;
            assert parts != chosen || total - share * chosen < Math.abs((long) chosen);
        }
    }
}
