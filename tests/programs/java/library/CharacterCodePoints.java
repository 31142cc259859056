/** Chars as numbers, surrogate pairs and code points. */
public class CharacterCodePoints {
    public static void main(String[] arguments) {
        int[] points = {-1, 0, 'a', 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff, 0x10000, 0x1f600, 0x10ffff, 0x110000};
        for (int point : points) {
            System.out.println(point + " " + Character.isValidCodePoint(point) + " " + Character.isBmpCodePoint(point) + " "
                    + Character.isSupplementaryCodePoint(point) + " " + Character.charCount(point) + " "
                    + (int) Character.highSurrogate(point) + " " + (int) Character.lowSurrogate(point) + " "
                    + Character.isSurrogate((char) point) + " " + Character.isHighSurrogate((char) point) + " "
                    + Character.isLowSurrogate((char) point));
            try {
                char[] characters = Character.toChars(point);
                System.out.println("  " + characters.length + " " + (int) characters[0] + " " + Character.codePointAt(characters, 0) + " "
                        + Character.toString(point).length());
            } catch (IllegalArgumentException exception) {
                System.out.println("  " + exception.getMessage());
            }
        }
        System.out.println(Character.toCodePoint('\ud83d', '\ude00') + " " + Character.isSurrogatePair('\ud83d', '\ude00') + " "
                + Character.isSurrogatePair('\ude00', '\ud83d') + " " + Character.codePointAt("a\ud83d\ude00", 1));
        Character boxed = 'q';
        System.out.println(boxed + " " + boxed.hashCode() + " " + boxed.equals('q') + " " + boxed.compareTo('s') + " "
                + boxed.charValue() + " " + Character.toString('z') + " " + Character.hashCode('b') + " " + boxed.toString().length());
        char c = 'a';
        c++;
        c += 2;
        int sum = c + 1;
        System.out.println(c + " " + sum + " " + (char) sum + " " + (char) (c - 32) + " " + ('a' + 'b') + " " + (char) 65601 + " "
                + (int) (char) -1 + " " + (byte) '\u00ff' + " " + (short) '\uffff');
        System.out.println((int) Character.MIN_VALUE + " " + (int) Character.MAX_VALUE + " " + Character.MIN_RADIX + " " + Character.MAX_RADIX
                + " " + Character.SIZE + " " + Character.BYTES + " " + (int) Character.reverseBytes('\u1234'));
        switch (c) {
            case 'd':
                System.out.println("d");
                break;
            default:
                System.out.println("other");
        }
        int[] counts = new int[26];
        for (char letter : "the quick brown fox".toCharArray()) {
            if (Character.isLetter(letter)) {
                counts[letter - 'a']++;
            }
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 1) {
                line.append((char) ('a' + i)).append(counts[i]);
            }
        }
        System.out.println(line.toString());
    }
}
