// The first letter of an empty word.
class StringIndexFaulty {
    static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    public static void main(String[] args) {
        String[] words = {"one", ""};
        for (String word : words) {
            System.out.println(capital(word));
        }
    }
}
