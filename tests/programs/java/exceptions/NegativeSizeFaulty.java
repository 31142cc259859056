// The size of an array is computed from bounds in the wrong order.
class NegativeSizeFaulty {
    static int[] range(int from, int to) {
        int[] result = new int[to - from];
        for (int i = 0; i < result.length; i++) {
            result[i] = from + i;
        }
        return result;
    }

    public static void main(String[] args) {
        int sum = range(1, 3).length + range(3, 1).length;
        System.out.println(sum);
    }
}
