// The value is read once.
class RaceRight {
    static String message = "hello";

    public static void main(String[] args) {
        new Thread(() -> message = null).start();
        String seen = message;
        if (seen != null) {
            System.out.println(seen.length());
        }
    }
}
