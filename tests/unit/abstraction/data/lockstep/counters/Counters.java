// A loop with counters: compound assignments, increments whose value is used and not used, comparisons.
class Counters {
    private int count; /* starts at zero */
    static int total;

    void move(int by) {
        count += by; // one way
        total = total
            - by;
    }

    int next() {
        return count++;
    }

    int previous() {
        return --count;
    }

    boolean settled() {
        return count == 0 || !(count < total);
    }
}

class Main {
    static int[] inputs = {3, -4, 0, -2147483648};

    public static void main(String[] args) {
        Counters counters = new Counters();
        for (int i = 0; i < inputs.length; i++) {
            counters.move(inputs[i]);
            int seen = counters.next() * (counters.previous() - 1);
            System.out.println(seen);
            if (counters.settled()) {
                seen = -seen;
            }
            if (seen-- > 0) {
                seen /= 2;
            }
            System.out.println(seen);
        }
        System.out.println(Counters.total);
    }
}
