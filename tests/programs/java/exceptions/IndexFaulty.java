// The loop goes one step too far.
class IndexFaulty {
    public static void main(String[] args) {
        int[] squares = new int[4];
        for (int i = 0; i <= squares.length; i++) {
            squares[i] = i * i; // violated: exception
        }
    }
}
