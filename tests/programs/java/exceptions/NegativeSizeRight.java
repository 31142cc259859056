// A range whose bounds are in the wrong order is empty.
class NegativeSizeRight {
    static int[] range(int from, int to) {
        int[] result = new int[Math.max(0, to - from)];
        for (int i = 0; i < result.length; i++) {
            result[i] = from + i;
        }
        return result;
    }

    public static void main(String[] args) {
        int sum = range(1, 3).length + range(3, 1).length;
        assert sum == 2;
    }
}
