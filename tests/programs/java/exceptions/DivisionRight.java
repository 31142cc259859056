// No numbers have the average zero; division of floating-point numbers never throws.
class DivisionRight {
    static int average(int[] numbers) {
        int sum = 0;
        for (int n : numbers) {
            sum += n;
        }
        return numbers.length == 0 ? 0 : sum / numbers.length;
    }

    public static void main(String[] args) {
        int[][] samples = {{4, 6}, {}};
        for (int[] sample : samples) {
            System.out.println(average(sample));
        }
        double zero = samples[1].length;
        assert 1 / zero > 1e300;
        assert Integer.MIN_VALUE / (samples[0].length - 3) == Integer.MIN_VALUE;
    }
}
