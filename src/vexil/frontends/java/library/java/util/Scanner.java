package java.util;

import java.io.InputStream;
import vexil.Approximations;
import vexil.Choices;

/**
 * Words and numbers of a text.
 *
 * <p>Of a string the words are exact. Of an input stream the environment chooses: numbers of every value and no end
 * unless the program asks for it; words and lines of an input stream are not modelled.
 */
public final class Scanner implements Iterator<String>, AutoCloseable {
    /** The text, null for the environment. */
    private final String text;
    private int position;
    private boolean closed;

    public Scanner(InputStream source) {
        Objects.requireNonNull(source, "source");
        text = null;
    }

    public Scanner(String source) {
        text = Objects.requireNonNull(source, "source");
    }

    public void close() {
        closed = true;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("Scanner closed");
        }
    }

    private int start() {
        int index = position;
        while (index < text.length() && Character.isWhitespace(text.charAt(index))) {
            index++;
        }
        return index;
    }

    /** The next word without going past it, null if there is none. */
    private String word() {
        checkOpen();
        if (text == null) {
            throw Approximations.unmodelled("words of an input stream");
        }
        int start = start();
        int end = start;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return start == end ? null : text.substring(start, end);
    }

    private void pass(String word) {
        position = start() + word.length();
    }

    private String present(String word) {
        if (word == null) {
            throw new NoSuchElementException();
        }
        return word;
    }

    public boolean hasNext() {
        checkOpen();
        return text == null ? Choices.anyBoolean() : word() != null;
    }

    public String next() {
        String word = present(word());
        pass(word);
        return word;
    }

    public boolean hasNextLine() {
        checkOpen();
        return text == null ? Choices.anyBoolean() : position < text.length();
    }

    public String nextLine() {
        checkOpen();
        if (text == null) {
            throw Approximations.unmodelled("lines of an input stream");
        }
        if (position >= text.length()) {
            throw new NoSuchElementException("No line found");
        }
        int end = position;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        String line = text.substring(position, end);
        position = text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length());
        return line;
    }

    public boolean hasNextInt() {
        checkOpen();
        return text == null ? Choices.anyBoolean() : isLong(word(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public int nextInt() {
        checkOpen();
        if (text == null) {
            return Choices.anyInt();
        }
        return (int) number(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public boolean hasNextLong() {
        checkOpen();
        return text == null ? Choices.anyBoolean() : isLong(word(), Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public long nextLong() {
        checkOpen();
        if (text == null) {
            return Choices.anyLong();
        }
        return number(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static boolean isLong(String word, long low, long high) {
        if (word == null) {
            return false;
        }
        try {
            long value = Long.parseLong(word);
            return low <= value && value <= high;
        } catch (NumberFormatException exception) {
            return false;
        }
    }

    private long number(long low, long high) {
        String word = present(word());
        if (!isLong(word, low, high)) {
            throw new InputMismatchException("For input string: \"" + word + "\"");
        }
        pass(word);
        return Long.parseLong(word);
    }

    public boolean hasNextBoolean() {
        checkOpen();
        if (text == null) {
            return Choices.anyBoolean();
        }
        String word = word();
        return "true".equalsIgnoreCase(word) || "false".equalsIgnoreCase(word);
    }

    public boolean nextBoolean() {
        checkOpen();
        if (text == null) {
            return Choices.anyBoolean();
        }
        String word = present(word());
        if (!hasNextBoolean()) {
            throw new InputMismatchException("For input string: \"" + word + "\"");
        }
        pass(word);
        return "true".equalsIgnoreCase(word);
    }
}
