// Another thread takes the value away between the test and the use: the exception depends on the schedule.
class RaceFaulty {
    static String message = "hello";

    public static void main(String[] args) {
        new Thread(() -> message = null).start();
        if (message != null) {
            System.out.println(message.length()); // violated: exception
        }
    }
}
