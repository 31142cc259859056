// Text blocks: stripped indentation, escapes and line continuations.
class TextBlocks {
    static final String CONSTANT = """
        constant
        """;

    static void show(String text) {
        System.out.println("[" + text.replace("\n", "/").replace("\t", "~") + "] " + text.length());
    }

    public static void main(String[] args) {
        show("""
            hello
            world""");
        show("""
            hello
              indented
            world
            """);
        show("""
              shifted
            """);
        show("""
            trailing   
            kept\s\s
            """);
        show("""
            one \
            line""");
        show("""
            a "quoted" and ""\"triple\""" text
            """);
        show("""
            tab\tand backslash \\ end
            """);
        show("""
            """);
        show("""

            blank lines

            """);
        show(CONSTANT + "x");
        System.out.println(CONSTANT == "constant\n");
        show("""
            a
        b
              c""");
        show("""
            octal \101 and unicode \u0042""" + 1);
    }
}
