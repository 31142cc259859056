package java.util;

/** The words of a string. */
public class StringTokenizer implements Enumeration<Object> {
    private final String text;
    private String separators;
    private final boolean giveSeparators;
    private int position;

    public StringTokenizer(String text) {
        this(text, " \t\n\r\f", false);
    }

    public StringTokenizer(String text, String separators) {
        this(text, separators, false);
    }

    public StringTokenizer(String text, String separators, boolean giveSeparators) {
        if (text == null) {
            throw new NullPointerException();
        }
        this.text = text;
        this.separators = separators;
        this.giveSeparators = giveSeparators;
    }

    private boolean separates(int index) {
        return separators.indexOf(text.charAt(index)) >= 0;
    }

    private int start(int from) {
        int index = from;
        while (!giveSeparators && index < text.length() && separates(index)) {
            index++;
        }
        return index;
    }

    private int end(int start) {
        int index = start;
        while (index < text.length() && !separates(index)) {
            index++;
        }
        return giveSeparators && index == start && index < text.length() ? index + 1 : index;
    }

    public boolean hasMoreTokens() {
        return start(position) < text.length();
    }

    public String nextToken() {
        int start = start(position);
        position = start;
        if (start >= text.length()) {
            throw new NoSuchElementException();
        }
        position = end(start);
        return text.substring(start, position);
    }

    public String nextToken(String separators) {
        this.separators = separators;
        return nextToken();
    }

    public boolean hasMoreElements() {
        return hasMoreTokens();
    }

    public Object nextElement() {
        return nextToken();
    }

    public int countTokens() {
        int count = 0;
        int index = start(position);
        while (index < text.length()) {
            count++;
            index = start(end(index));
        }
        return count;
    }
}
