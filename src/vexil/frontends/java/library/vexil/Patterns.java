package vexil;

/**
 * Regular expressions that are sequences of characters, escapes and classes in brackets, each perhaps with one of the
 * quantifiers ?, * and +. Others are not modelled.
 *
 * <p>An object is the first element of a sequence; the empty sequence is an element that takes no character.
 */
public final class Patterns {
    /** First and last characters of the ranges that the element accepts or, negated, does not accept. */
    private final String ranges;
    private final boolean negated;
    private final int least;
    private final int most;
    private final Patterns next;

    private Patterns(String ranges, boolean negated, int least, int most, Patterns next) {
        this.ranges = ranges;
        this.negated = negated;
        this.least = least;
        this.most = most;
        this.next = next;
    }

    public static Patterns of(String regex) {
        return parse(regex, 0);
    }

    private static Patterns parse(String regex, int start) {
        if (start == regex.length()) {
            return new Patterns("", false, 0, 0, null);
        }
        char first = regex.charAt(start);
        int end = start + 1;
        boolean negated = first == '.';
        String ranges;
        if (first == '.') {
            ranges = "\n\n\r\r\u0085\u0085\u2028\u2029";
        } else if (first == '[') {
            negated = regex.startsWith("^", end);
            end = regex.indexOf("]", negated ? end + 1 : end);
            if (end < 0) {
                throw Approximations.unmodelled("malformed regular expressions");
            }
            ranges = classRanges(regex.substring(negated ? start + 2 : start + 1, end));
            end++;
        } else if (first == '\\' && end < regex.length()) {
            char letter = regex.charAt(end);
            negated = letter == 'S' || letter == 'D' || letter == 'W';
            ranges = escapeRanges(negated ? (char) (letter + 32) : letter);
            end++;
        } else if ("\\^$|(){?*+".indexOf(first) >= 0) {
            throw Approximations.unmodelled("regular expressions with groups, alternatives, anchors or repetitions");
        } else {
            ranges = regex.substring(start, end) + first;
        }
        char quantifier = end < regex.length() ? regex.charAt(end) : ' ';
        int least = quantifier == '?' || quantifier == '*' ? 0 : 1;
        int most = quantifier == '+' || quantifier == '*' ? Integer.MAX_VALUE : 1;
        if (quantifier == '?' || quantifier == '*' || quantifier == '+') {
            end++;
        }
        return new Patterns(ranges, negated, least, most, parse(regex, end));
    }

    private static String escapeRanges(char letter) {
        switch (letter) {
            case 's':
                return "\t\r  ";
            case 'd':
                return "09";
            case 'w':
                return "azAZ09__";
            case 't':
                return "\t\t";
            case 'n':
                return "\n\n";
            case 'r':
                return "\r\r";
            default:
                if (Character.digit(letter, Character.MAX_RADIX) >= 0) {
                    throw Approximations.unmodelled("rare escapes in regular expressions");
                }
                return String.valueOf(letter) + letter;
        }
    }

    private static String classRanges(String text) {
        StringBuilder ranges = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char first = text.charAt(i);
            if (first == '[' || first == '&' || first == '^' || first == '\\' && i + 1 == text.length()) {
                throw Approximations.unmodelled("nested classes in regular expressions");
            }
            if (first == '\\') {
                ranges.append(escapeRanges(text.charAt(i + 1)));
                i += 2;
            } else if (i + 2 < text.length() && text.charAt(i + 1) == '-') {
                ranges.append(first).append(text.charAt(i + 2));
                i += 3;
            } else {
                ranges.append(first).append(first);
                i++;
            }
        }
        return ranges.toString();
    }

    private boolean accepts(char character) {
        for (int i = 0; i < ranges.length(); i += 2) {
            if (character >= ranges.charAt(i) && character <= ranges.charAt(i + 1)) {
                return !negated;
            }
        }
        return negated;
    }

    /** The end of the match that starts there, -1 without one; a whole match ends with the text. */
    private int match(String text, int start, boolean whole) {
        if (next == null) {
            return whole && start < text.length() ? -1 : start;
        }
        int end = start;
        while (end < text.length() && end - start < most && accepts(text.charAt(end))) {
            end++;
        }
        while (end - start >= least) {
            int rest = next.match(text, end, whole);
            if (rest >= 0) {
                return rest;
            }
            end--;
        }
        return -1;
    }

    public boolean matches(String text) {
        return match(text, 0, true) >= 0;
    }

    /** The start of the first match from there on, -1 without one. */
    private int find(String text, int from) {
        for (int start = from; start <= text.length(); start++) {
            if (match(text, start, false) >= 0) {
                return start;
            }
        }
        return -1;
    }

    public String replace(String text, String replacement, int limit) {
        if (replacement.indexOf('$') >= 0 || replacement.indexOf('\\') >= 0) {
            throw Approximations.unmodelled("replacements with $ or \\");
        }
        StringBuilder result = new StringBuilder();
        int copied = 0;
        int start = find(text, 0);
        for (int count = 0; start >= 0 && count < limit; count++) {
            int end = match(text, start, false);
            result.append(text, copied, start).append(replacement);
            copied = end;
            start = find(text, end > start ? end : end + 1);
        }
        return result.append(text, copied, text.length()).toString();
    }

    public String[] split(String text, int limit) {
        String[] pieces = new String[text.length() + 2];
        int count = 0;
        int copied = 0;
        int start = find(text, 0);
        while (start >= 0 && (limit <= 0 || count < limit - 1)) {
            int end = match(text, start, false);
            if (end > 0) {
                pieces[count] = text.substring(copied, start);
                count++;
                copied = end;
            }
            start = find(text, end > start ? end : end + 1);
        }
        if (count == 0) {
            return new String[] {text};
        }
        pieces[count] = text.substring(copied);
        count++;
        while (limit == 0 && count > 0 && pieces[count - 1].isEmpty()) {
            count--;
        }
        String[] result = new String[count];
        for (int i = 0; i < count; i++) {
            result[i] = pieces[i];
        }
        return result;
    }
}
