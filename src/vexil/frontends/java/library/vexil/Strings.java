package vexil;

/** What the language itself does with strings. */
public final class Strings {
    private static String[] interned;

    private Strings() {
    }

    /** The value of left + right, whose operands were converted by String.valueOf (JLS 5.1.11, 15.18.1). */
    public static String concat(String left, String right) {
        String first = left == null ? "null" : left;
        String second = right == null ? "null" : right;
        char[] both = new char[first.length() + second.length()];
        first.getChars(0, first.length(), both, 0);
        second.getChars(0, second.length(), both, first.length());
        return new String(both);
    }

    /** The strings of all literals and constant expressions of the program, each once (JLS 3.10.5). */
    private static native String[] literals();

    /** The one string with these characters that is a literal or was the first to be interned. */
    public static synchronized String intern(String text) {
        String[] literals = literals();
        for (int i = 0; i < literals.length; i++) {
            if (literals[i].equals(text)) {
                return literals[i];
            }
        }
        int known = interned == null ? 0 : interned.length;
        for (int i = 0; i < known; i++) {
            if (interned[i].equals(text)) {
                return interned[i];
            }
        }
        String[] more = new String[known + 1];
        for (int i = 0; i < known; i++) {
            more[i] = interned[i];
        }
        more[known] = text;
        interned = more;
        return text;
    }

    /** The characters as bytes in UTF-8; half a surrogate pair becomes a question mark. */
    public static byte[] encode(char[] characters) {
        byte[] bytes = new byte[3 * characters.length];
        int count = 0;
        for (int i = 0; i < characters.length; i++) {
            int point = Character.codePointAt(characters, i);
            if (point < 0x80) {
                bytes[count++] = (byte) point;
            } else if (point < 0x800) {
                bytes[count++] = (byte) (0xc0 | point >> 6);
                bytes[count++] = (byte) (0x80 | point & 0x3f);
            } else if (point >= 0x10000) {
                i++;
                bytes[count++] = (byte) (0xf0 | point >> 18);
                bytes[count++] = (byte) (0x80 | point >> 12 & 0x3f);
                bytes[count++] = (byte) (0x80 | point >> 6 & 0x3f);
                bytes[count++] = (byte) (0x80 | point & 0x3f);
            } else if (Character.isSurrogate((char) point)) {
                bytes[count++] = '?';
            } else {
                bytes[count++] = (byte) (0xe0 | point >> 12);
                bytes[count++] = (byte) (0x80 | point >> 6 & 0x3f);
                bytes[count++] = (byte) (0x80 | point & 0x3f);
            }
        }
        byte[] result = new byte[count];
        for (int i = 0; i < count; i++) {
            result[i] = bytes[i];
        }
        return result;
    }

    /** The characters of bytes in UTF-8; malformed ones are not modelled. */
    public static char[] decode(byte[] bytes, int offset, int length) {
        StringBuilder result = new StringBuilder();
        int end = offset + length;
        int next = offset;
        while (next < end) {
            int first = bytes[next++] & 0xff;
            int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
            if (first >= 0x80 && first < 0xc2 || first >= 0xf5 || next + more > end) {
                throw Approximations.unmodelled("malformed UTF-8");
            }
            int point = more == 0 ? first : first & 0x3f >> more;
            for (int i = 0; i < more; i++) {
                if ((bytes[next] & 0xc0) != 0x80) {
                    throw Approximations.unmodelled("malformed UTF-8");
                }
                point = point << 6 | bytes[next++] & 0x3f;
            }
            boolean tooLong = more == 2 && point < 0x800 || more == 3 && point < 0x10000;
            if (tooLong || point > 0x10ffff || point >= 0xd800 && point <= 0xdfff) {
                throw Approximations.unmodelled("malformed UTF-8");
            }
            result.appendCodePoint(point);
        }
        return result.toString().toCharArray();
    }
}
