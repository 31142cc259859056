class Main {
    static void run() {
        try (String s = "text") { // error: incompatible types: try-with-resources not applicable to variable type
            System.out.println(s);
        }
    }
}
