// char is an unsigned number of 16 bits that prints as a letter.
class CharArithmetic {
    static String caesar(String text, int shift) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'a' && c <= 'z') {
                result.append((char) ('a' + (c - 'a' + shift + 26) % 26));
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }

    public static void main(String[] args) {
        char c = 'a';
        System.out.println(c);
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println("" + c + 1);
        System.out.println('a' + 'b');
        System.out.println("" + 'a' + 'b');
        System.out.println('a' + 'b' + "");
        System.out.println((char) 98);
        System.out.println((int) 'Z');
        System.out.println('\u0041');
        System.out.println('z' - 'a');
        System.out.println(c < 'b');
        System.out.println(c == 97);
        System.out.println((char) -1 == 0xFFFF);
        System.out.println(-c);
        System.out.println(c / 2);
        System.out.println('0' + 5);
        System.out.println((char) ('0' + 5));
        System.out.println(caesar("hello, world", 3));
        System.out.println(caesar(caesar("hello, world", 3), -3));
        int[] counts = new int[128];
        for (char letter : "mississippi".toCharArray()) {
            counts[letter]++;
        }
        System.out.println(counts['s'] + " " + counts['i'] + " " + counts['p'] + " " + counts['m']);
        System.out.println(true ? 'x' : 0);
        int zero = 0;
        System.out.println(true ? 'x' : zero);
        for (char l = 'c'; l >= 'a'; l--) {
            System.out.println(l);
        }
        System.out.println(Character.isDigit('7') + " " + Character.isLetter('7') + " " + Character.toUpperCase('q'));
    }
}
