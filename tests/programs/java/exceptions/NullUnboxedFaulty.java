// A box that was never filled is turned into a number.
class NullUnboxedFaulty {
    static Integer[] counts = new Integer[2];

    public static void main(String[] args) {
        counts[0] = 1;
        int total = 0;
        for (Integer count : counts) {
            total += count; // violated: exception
        }
    }
}
