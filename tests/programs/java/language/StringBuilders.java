// StringBuilder as people use it.
class StringBuilders {
    static String repeat(String s, int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) {
            b.append(s);
        }
        return b.toString();
    }

    static boolean palindrome(String s) {
        return new StringBuilder(s).reverse().toString().equals(s);
    }

    static String encode(String s) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < s.length(); ) {
            int j = i;
            while (j < s.length() && s.charAt(j) == s.charAt(i)) {
                j++;
            }
            out.append(s.charAt(i)).append(j - i);
            i = j;
        }
        return out.toString();
    }

    public static void main(String[] args) {
        System.out.println(repeat("ab", 3) + "|" + repeat("x", 0) + "|");
        System.out.println(palindrome("level") + " " + palindrome("levels"));
        System.out.println(encode("aaabccd"));
        StringBuilder b = new StringBuilder();
        b.append(1).append('c').append("s").append(2L).append(true).append(0.5).append(1.5f).append((Object) null).append((String) null);
        System.out.println(b);
        System.out.println(b.length());
        b.setLength(3);
        System.out.println(b);
        b.insert(0, "start-").insert(b.length(), "-end");
        System.out.println(b);
        b.deleteCharAt(0).delete(0, 2);
        System.out.println(b);
        b.setCharAt(0, 'R');
        System.out.println(b.charAt(0) + b.toString() + b.indexOf("-"));
        StringBuilder same = b.append("!");
        System.out.println(same == b);
        String before = b.toString();
        b.append("?");
        System.out.println(before.equals(b.toString()));
        System.out.println(b.reverse());
        System.out.println(new StringBuilder("a").equals(new StringBuilder("a")));
        char[] chars = {'x', 'y', 'z'};
        System.out.println(new StringBuilder().append(chars).append((char) 65).append((int) 'A').append("abcdef", 1, 3));
        System.out.println(new StringBuilder("replace me").replace(0, 7, "keep"));
        CharSequence seq = new StringBuilder("seq");
        System.out.println(seq.length() + "" + seq.charAt(1) + seq);
        try {
            b.charAt(1000);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("index");
        }
        System.out.println("" + new StringBuilder("in ") + "text");
    }
}
