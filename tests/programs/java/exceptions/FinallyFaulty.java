// A handler catches the exception of the body, but finally throws another one.
class FinallyFaulty {
    public static void main(String[] args) {
        int[] data = null;
        int open = 0;
        try {
            open++;
            throw new IllegalStateException("caught");
        } catch (IllegalStateException e) {
            open++;
        } finally {
            data[0] = open; // violated: exception
        }
    }
}
