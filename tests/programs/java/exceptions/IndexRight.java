// The loop stays inside the array.
class IndexRight {
    public static void main(String[] args) {
        int[] squares = new int[4];
        for (int i = 0; i < squares.length; i++) {
            squares[i] = i * i;
        }
        assert squares[3] == 9;
    }
}
