/** Integers to text and back. */
public class IntegerText {
    static void parse(String text, int radix) {
        String outcome;
        try {
            outcome = String.valueOf(Integer.parseInt(text, radix));
        } catch (NumberFormatException exception) {
            outcome = exception.getMessage();
        }
        System.out.println("parse " + text + " " + radix + ": " + outcome);
    }

    static void decode(String text) {
        String outcome;
        try {
            outcome = Integer.decode(text).toString();
        } catch (NumberFormatException exception) {
            outcome = exception.getMessage();
        }
        System.out.println("decode " + text + ": " + outcome);
    }

    static void unsigned(String text) {
        String outcome;
        try {
            outcome = Integer.toString(Integer.parseUnsignedInt(text));
        } catch (NumberFormatException exception) {
            outcome = exception.getMessage();
        }
        System.out.println("unsigned " + text + ": " + outcome);
    }

    public static void main(String[] arguments) {
        int[] numbers = {0, 1, -1, 9, 10, -10, 99, 100, 12345, -98765, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int number : numbers) {
            System.out.println(Integer.toString(number) + " " + number + " " + Integer.toString(number, 2) + " "
                    + Integer.toString(number, 16) + " " + Integer.toString(number, 36) + " " + Integer.toString(number, 99));
            System.out.println(Integer.toBinaryString(number) + " " + Integer.toOctalString(number) + " "
                    + Integer.toHexString(number) + " " + Integer.toUnsignedString(number));
            parse(Integer.toString(number), 10);
            parse(Integer.toString(number, 7), 7);
        }
        String[] texts = {"", "+", "-", "+0", "-0", "007", "2147483647", "2147483648", "-2147483648", "-2147483649", "99999999999",
            " 1", "1 ", "1.0", "0x10", "abc", "1-", "--1", "+-1", "\u0664\u0662"};
        for (String text : texts) {
            if (!text.isEmpty() && text.charAt(0) < 128) {
                parse(text, 10);
            }
        }
        System.out.println(Integer.parseInt("\u0664\u0662"));
        parse("", 10);
        parse(null, 10);
        parse("ff", 16);
        parse("FF", 16);
        parse("fg", 16);
        parse("-zz", 36);
        parse("102", 2);
        parse("11", 1);
        parse("11", 37);
        parse("-80000000", 16);
        parse("80000000", 16);
        String[] codes = {"0", "10", "-10", "+10", "010", "-010", "0x1f", "-0X1F", "#ff", "", "-", "+", "0x", "08", "0x-1", "--1",
            "2147483648", "-2147483648", "-0x80000000", "x"};
        for (String code : codes) {
            decode(code);
        }
        unsigned("4294967295");
        unsigned("4294967296");
        unsigned("-1");
        unsigned("");
        unsigned("x");
        System.out.println(Integer.valueOf("12") + Integer.valueOf("-7") + " " + Integer.valueOf("z", 36) + " " + new Integer("5"));
    }
}
