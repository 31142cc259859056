// finally returns, and the exception of the body is gone.
class FinallyRight {
    @SuppressWarnings("finally")
    static int read() {
        try {
            throw new IllegalStateException("lost");
        } finally {
            return 5;
        }
    }

    public static void main(String[] args) {
        assert read() == 5;
    }
}
