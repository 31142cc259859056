/** The kinds of Latin-1 characters. */
public class CharacterKinds {
    static String flags(char c) {
        String result = "";
        result += Character.isDigit(c) ? 'd' : '-';
        result += Character.isLetter(c) ? 'l' : '-';
        result += Character.isLetterOrDigit(c) ? 'b' : '-';
        result += Character.isUpperCase(c) ? 'U' : '-';
        result += Character.isLowerCase(c) ? 'L' : '-';
        result += Character.isWhitespace(c) ? 'w' : '-';
        result += Character.isSpaceChar(c) ? 's' : '-';
        result += Character.isISOControl(c) ? 'c' : '-';
        result += Character.isJavaIdentifierStart(c) ? 'i' : '-';
        result += Character.isJavaIdentifierPart(c) ? 'p' : '-';
        result += Character.isAlphabetic(c) ? 'a' : '-';
        return result;
    }

    public static void main(String[] arguments) {
        for (int code = 0; code < 256; code += code >= 32 && code < 127 ? 3 : 5) {
            char c = (char) code;
            System.out.println(code + " " + flags(c) + " " + (int) Character.toUpperCase(c) + " " + (int) Character.toLowerCase(c) + " "
                    + Character.digit(c, 10) + " " + Character.digit(c, 36) + " " + Character.getNumericValue(c));
        }
        char[] edges = {'0', '9', 'A', 'Z', 'a', 'z', '@', '[', '`', '{', '/', ':', '\u00aa', '\u00b5', '\u00ba', '\u00bf', '\u00c0',
            '\u00d7', '\u00de', '\u00df', '\u00f7', '\u00ff', '\u00b2', '\u00bc', '\u00a0', '\u0085', '\u001c', '\t', '_', '$'};
        for (char c : edges) {
            System.out.println((int) c + " " + flags(c) + " " + (int) Character.toUpperCase(c) + " " + (int) Character.toLowerCase(c) + " "
                    + (int) Character.toTitleCase(c) + " " + Character.digit(c, 16) + " " + Character.getNumericValue(c));
        }
        char[] far = {'\u0660', '\u0669', '\u066a', '\u06f5', '\u0967', '\u2003', '\u2007', '\u2028', '\u202f', '\u3000', '\uff15', '\u1680'};
        for (char c : far) {
            System.out.println((int) c + " " + Character.isDigit(c) + " " + Character.isWhitespace(c) + " " + Character.isSpaceChar(c) + " "
                    + Character.digit(c, 10) + " " + Character.digit(c, 5));
        }
        for (int digit = -1; digit < 37; digit += 4) {
            System.out.println(digit + " " + (int) Character.forDigit(digit, 36) + " " + (int) Character.forDigit(digit, 10) + " "
                    + (int) Character.forDigit(digit, 1));
        }
        System.out.println(Character.digit('1', 1) + " " + Character.digit('1', 37) + " " + Character.digit('\uff21', 16) + " "
                + Character.digit('\uff46', 16));
    }
}
