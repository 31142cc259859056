/** Format strings. */
public class StringFormat {
    static void show(String format, Object... arguments) {
        String result;
        try {
            result = "[" + String.format(format, arguments) + "]";
        } catch (IllegalArgumentException exception) {
            result = exception.getClass().getName() + " " + exception.getMessage();
        }
        System.out.println(format + " -> " + result);
    }

    public static void main(String[] arguments) {
        show("plain");
        show("%d", 5);
        show("%d and %d", -5, 7L);
        show("%5d|%-5d|%05d", 42, 42, 42);
        show("%5d|%-5d|%05d", -42, -42, -42);
        show("%+d % d %(d %,d", 5, 5, -5, 1234567);
        show("%,d %,d %+,d", 999, -1000, 1000000000);
        show("%d %d %d", (byte) -1, (short) 300, Long.MIN_VALUE);
        show("%x %X %o", 255, 255, 8);
        show("%x %x %x %x", -1, (byte) -1, (short) -2, -1L);
        show("%#x %08x %#o", 255, 48879, 8);
        show("%s %s %s", "a", null, 1.5);
        show("%5s|%-5s|%.2s|%5.1s", "abc", "abc", "abc", "abc");
        show("%S %s", "shout", true);
        show("%c%c%c", 'x', 65, (byte) 66);
        show("%3c|%-3c|%C", 'x', 'y', 'z');
        show("%b %b %b %B", true, null, "x", false);
        show("%h %h", "hi", 42);
        show("%n%%|%5%|");
        show("%f %f %f", 1.5, -2.25, 0.0);
        show("%.0f %.1f %.2f %.3f", 2.5, 0.25, 1.005, 1.0005);
        show("%.2f %.2f %.2f", 99.995, 0.004, 0.005);
        show("%8.2f|%-8.2f|%08.2f|%+.1f", 3.14159, 3.14159, -3.14159, 2.0);
        show("%,.2f %(.1f", 1234567.891, -1.25);
        show("%.3f %.1f", 1e10, 1e-5);
        show("%.2f %f %f", 1.5f, Double.NaN, Double.NEGATIVE_INFINITY);
        show("%2$s %1$s %2$s", "a", "b");
        show("%2$s %s %s", "a", "b");
        show("%d", (Object) null);
        show("%d");
        show("%s %s", "only");
        show("%d", "text");
        show("%d", 1.5);
        show("%c", "text");
        show("%f", 1);
        show("%q", 1);
        show("%");
        System.out.printf("%s-%d%n", "printf", 1);
        System.out.println("%d items".formatted(3));
    }
}
