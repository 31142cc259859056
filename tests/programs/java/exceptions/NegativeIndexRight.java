// The remainder is made positive.
class NegativeIndexRight {
    static final String[] DAYS = {"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"};

    static String day(int offset) {
        int index = offset % DAYS.length;
        return DAYS[index < 0 ? index + DAYS.length : index];
    }

    public static void main(String[] args) {
        for (int offset = 2; offset >= -2; offset--) {
            System.out.println(day(offset));
        }
    }
}
