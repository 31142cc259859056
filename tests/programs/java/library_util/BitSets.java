import java.util.BitSet;

/** Sets of bits. */
public class BitSets {
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
        BitSet bits = new BitSet();
        show("none", bits + " " + bits.length() + " " + bits.size() + " " + bits.isEmpty() + " " + bits.nextSetBit(0));
        bits.set(3);
        bits.set(64);
        bits.set(100, 103);
        bits.set(5, false);
        show("some", bits + " " + bits.length() + " " + bits.size() + " " + bits.cardinality() + " " + bits.hashCode());
        show("get", bits.get(3) + " " + bits.get(4) + " " + bits.get(1000));
        show("next", bits.nextSetBit(4) + " " + bits.nextClearBit(100) + " " + bits.previousSetBit(99) + " " + bits.previousClearBit(3));
        bits.flip(3);
        bits.flip(60, 66);
        bits.clear(101);
        show("flipped", bits);
        BitSet other = new BitSet(10);
        other.set(60);
        other.set(200);
        show("other", other + " " + other.size() + " " + bits.intersects(other));
        BitSet work = (BitSet) bits.clone();
        work.and(other);
        show("and", work);
        work = (BitSet) bits.clone();
        work.or(other);
        show("or", work + " " + work.equals(bits));
        work.xor(bits);
        show("xor", work);
        work.andNot(other);
        show("and not", work + " " + work.equals(new BitSet()) + " " + work.length());
        bits.clear(60, 1000);
        show("cleared", bits + " " + bits.length());
        bits.clear();
        show("empty", bits + " " + bits.isEmpty());
        attempt("negative", () -> bits.get(-1));
        attempt("negative set", () -> {
            bits.set(-2);
            return "";
        });
        attempt("negative size", () -> new BitSet(-1));
        attempt("range", () -> {
            bits.set(5, 2);
            return "";
        });
    }
}
