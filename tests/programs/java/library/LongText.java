/** Longs, shorts, bytes and booleans to text and back. */
public class LongText {
    interface Action {
        Object run();
    }

    static void expect(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (NumberFormatException exception) {
            System.out.println(label + ": " + exception.getMessage());
        }
    }

    public static void main(String[] arguments) {
        long[] numbers = {0, -7, 1234567890123L, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long number : numbers) {
            System.out.println(number + " " + Long.toString(number, 2) + " " + Long.toString(number, 36) + " " + Long.toBinaryString(number)
                    + " " + Long.toOctalString(number) + " " + Long.toHexString(number) + " " + Long.toUnsignedString(number));
            System.out.println(Long.parseLong(Long.toString(number)) + " " + Long.parseLong(Long.toString(number, 5), 5));
        }
        String[] texts = {"", "-", "+5", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "5L",
            "0x5"};
        for (String text : texts) {
            expect("long " + text, () -> Long.parseLong(text));
            expect("decode " + text, () -> Long.decode(text));
        }
        String[] small = {"0", "127", "128", "-128", "-129", "32767", "32768", "-32768", "-32769", "2147483648", "x", ""};
        for (String text : small) {
            expect("short " + text, () -> Short.parseShort(text));
            expect("byte " + text, () -> Byte.parseByte(text));
            expect("decode short " + text, () -> Short.decode(text));
            expect("decode byte " + text, () -> Byte.decode(text));
        }
        expect("null", () -> Long.parseLong(null));
        expect("radix", () -> Long.parseLong("zz", 16));
        expect("byte radix", () -> Byte.parseByte("ff", 16));
        expect("short radix", () -> Short.valueOf("7f", 16));
        System.out.println(Short.toString((short) -5) + " " + Byte.toString((byte) 200) + " " + Short.MAX_VALUE + " " + Byte.MIN_VALUE + " "
                + Short.toUnsignedInt((short) -1) + " " + Byte.toUnsignedInt((byte) -1) + " " + Byte.toUnsignedLong((byte) -2) + " "
                + Short.reverseBytes((short) 0x1234));
        String[] words = {"true", "TRUE", "True", "false", "yes", "", null, " true"};
        for (String word : words) {
            System.out.println(word + " " + Boolean.parseBoolean(word) + " " + Boolean.valueOf(word));
        }
        System.out.println(Boolean.TRUE.toString() + Boolean.toString(false) + Boolean.TRUE.hashCode() + Boolean.hashCode(false)
                + Boolean.TRUE.compareTo(false) + Boolean.logicalAnd(true, false) + Boolean.logicalOr(true, false)
                + Boolean.logicalXor(true, true) + Boolean.FALSE.equals(false) + Boolean.FALSE.booleanValue());
    }
}
