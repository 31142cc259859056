// An empty word has no first letter.
class StringIndexRight {
    static String capital(String word) {
        return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    public static void main(String[] args) {
        String[] words = {"one", ""};
        for (String word : words) {
            System.out.println(capital(word));
        }
    }
}
