// Every box is filled before it is used.
class NullUnboxedRight {
    static Integer[] counts = new Integer[2];

    public static void main(String[] args) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = i;
        }
        int total = 0;
        for (Integer count : counts) {
            total += count;
        }
        assert total == 1;
    }
}
