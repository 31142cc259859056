// switch on strings, with labels of the same hash code, null and fall-through.
class SwitchStrings {
    static int code(String s) {
        switch (s) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "AaAa":
            case "BBBB":
                return 3;
            case "":
                return 4;
            default:
                return -1;
        }
    }

    static String follow(String word) {
        StringBuilder path = new StringBuilder();
        switch (word) {
            default:
                path.append("other>");
            case "start":
                path.append("start>");
            case "middle":
                path.append("middle>");
                break;
            case "end":
                path.append("end>");
        }
        return path.toString();
    }

    public static void main(String[] args) {
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", "", "aA"}) {
            System.out.println("'" + s + "' " + code(s));
        }
        String built = "A";
        built += "a";
        System.out.println(code(built));
        for (String s : new String[] {"start", "middle", "end", "nowhere"}) {
            System.out.println(follow(s));
        }
        try {
            code(null);
        } catch (NullPointerException e) {
            System.out.println("null has no case");
        }
        final String key = "k" + 1;
        switch ("k1") {
            case key:
                System.out.println("constant label");
        }
    }
}
