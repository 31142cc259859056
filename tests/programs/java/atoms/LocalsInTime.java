public class LocalsInTime {
    static int last;

    static int next(int from) {
        int to = from + 1;
        last = to;
        return to;
    }

    public static void main(String[] arguments) {
        for (int i = 1; i < 3; i++) {
            int inner = next(i);
            last = inner;
        }
        int late;
        last = 5;
        late = last;
        last = late;
    }
}
