// The remainder of a negative number is negative.
class NegativeIndexFaulty {
    static final String[] DAYS = {"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"};

    static String day(int offset) {
        return DAYS[offset % DAYS.length];
    }

    public static void main(String[] args) {
        for (int offset = 2; offset >= -2; offset--) {
            System.out.println(day(offset));
        }
    }
}
