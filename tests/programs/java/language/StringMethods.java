// The usual methods of String.
class StringMethods {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.isEmpty() + " " + "".isEmpty());
        System.out.println(s.substring(7) + s.substring(0, 5) + s.substring(3, 3) + "|");
        System.out.println(s.indexOf('o') + " " + s.indexOf("o", 5) + " " + s.lastIndexOf('o') + " " + s.indexOf("xyz") + " " + s.indexOf(""));
        System.out.println(s.contains("World") + " " + s.startsWith("Hell") + " " + s.endsWith("ld") + " " + s.startsWith("World", 7));
        System.out.println(s.toUpperCase() + s.toLowerCase());
        System.out.println(s.replace('l', 'L') + s.replace("World", "you"));
        System.out.println("  trim me ".trim() + "|");
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "B".compareTo("a") + " " + "B".compareToIgnoreCase("a"));
        System.out.println("abc".equals("ABC") + " " + "abc".equalsIgnoreCase("ABC") + " " + "abc".equals(null));
        System.out.println("a".hashCode() + " " + "ab".hashCode() + " " + "".hashCode() + " " + "polygenelubricants".hashCode());
        System.out.println("ab".concat("cd") + String.join("-", "x", "y", "z"));
        System.out.println(String.valueOf(12) + String.valueOf('c') + String.valueOf(1.5) + String.valueOf((Object) null));
        char[] chars = s.toCharArray();
        chars[0] = 'J';
        System.out.println(new String(chars) + " " + s.charAt(0) + " " + new String(chars, 7, 3));
        for (String part : "a,b,,c".split(",")) {
            System.out.print("<" + part + ">");
        }
        System.out.println();
        System.out.println("ab".repeat(3) + "x".repeat(0) + " ".isBlank() + "  x ".strip());
        System.out.println(Integer.parseInt("-42") + Integer.valueOf("7") + Long.parseLong("9000000000"));
        System.out.println(Integer.toString(-5) + Boolean.parseBoolean("TRUE") + Integer.MAX_VALUE);
        String text = null;
        System.out.println("null".equals("" + text));
        for (int bad : new int[] {-1, 13}) {
            try {
                s.substring(bad);
            } catch (StringIndexOutOfBoundsException e) {
                System.out.println("out of bounds");
            }
        }
        System.out.println(s == s.toString());
        System.out.println("aXbXc".indexOf("X", 2) + "aXbXc".lastIndexOf("X"));
    }
}
