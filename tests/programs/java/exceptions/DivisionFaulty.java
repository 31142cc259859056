// The average of no numbers.
class DivisionFaulty {
    static int average(int[] numbers) {
        int sum = 0;
        for (int n : numbers) {
            sum += n;
        }
        return sum / numbers.length;
    }

    public static void main(String[] args) {
        int[][] samples = {{4, 6}, {}};
        for (int[] sample : samples) {
            System.out.println(average(sample));
        }
    }
}
