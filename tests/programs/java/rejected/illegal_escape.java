class Main {
    String s = "a\qb"; // error: illegal escape character
}
