/** Searching in strings. */
public class StringSearch {
    public static void main(String[] arguments) {
        String text = "abracadabra";
        String[] parts = {"", "a", "abra", "bra", "cad", "abracadabra", "abracadabrax", "x", "raa"};
        for (String part : parts) {
            System.out.println(part + ": " + text.indexOf(part) + " " + text.lastIndexOf(part) + " " + text.contains(part));
            for (int from = -1; from < 14; from += 3) {
                System.out.println("  " + from + ": " + text.indexOf(part, from) + " " + text.lastIndexOf(part, from) + " "
                        + text.startsWith(part, from));
            }
        }
        char[] letters = {'a', 'd', 'x', '\u4e00'};
        for (char letter : letters) {
            System.out.println((int) letter + ": " + text.indexOf(letter) + " " + text.lastIndexOf(letter) + " "
                    + text.indexOf(letter, 4) + " " + text.lastIndexOf(letter, 4) + " " + text.indexOf(letter, -3) + " "
                    + text.lastIndexOf(letter, -3) + " " + text.indexOf(letter, 99) + " " + text.lastIndexOf(letter, 99));
        }
        String wide = "x\ud83d\ude00y\ud83d";
        System.out.println("wide: " + wide.indexOf(0x1f600) + " " + wide.lastIndexOf(0x1f600) + " " + wide.indexOf(0xd83d)
                + " " + wide.lastIndexOf(0xd83d) + " " + wide.indexOf(-1) + " " + wide.indexOf(0x110000));
        System.out.println("empty: " + "".indexOf("") + " " + "".lastIndexOf("") + " " + "".indexOf('a') + " " + "".contains(""));
        System.out.println("region: " + text.regionMatches(0, "xabra", 1, 4) + " " + text.regionMatches(7, text, 0, 4) + " "
                + text.regionMatches(8, text, 0, 4) + " " + text.regionMatches(-1, text, 0, 1) + " "
                + text.regionMatches(true, 0, "ABRA", 0, 4) + " " + text.regionMatches(false, 0, "ABRA", 0, 4) + " "
                + text.regionMatches(0, "abra", 0, -5) + " " + text.regionMatches(0, "abra", 0, 5));
        System.out.println("sequence: " + text.contains(new StringBuilder("dab")));
        int found = 0;
        for (int at = text.indexOf("a"); at >= 0; at = text.indexOf("a", at + 1)) {
            found = found * 10 + at;
        }
        System.out.println("all: " + found);
    }
}
