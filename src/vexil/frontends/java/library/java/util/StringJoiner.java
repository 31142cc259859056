package java.util;

/** Strings put together with a separator, a beginning and an end. */
public final class StringJoiner {
    private final String separator;
    private final String prefix;
    private final String suffix;
    private String joined;
    private String whenEmpty;

    public StringJoiner(CharSequence separator) {
        this(separator, "", "");
    }

    public StringJoiner(CharSequence separator, CharSequence prefix, CharSequence suffix) {
        Objects.requireNonNull(prefix, "The prefix must not be null");
        Objects.requireNonNull(separator, "The delimiter must not be null");
        Objects.requireNonNull(suffix, "The suffix must not be null");
        this.separator = separator.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    public StringJoiner setEmptyValue(CharSequence text) {
        whenEmpty = Objects.requireNonNull(text, "The empty value must not be null").toString();
        return this;
    }

    public StringJoiner add(CharSequence text) {
        joined = joined == null ? String.valueOf(text) : joined + separator + text;
        return this;
    }

    public StringJoiner merge(StringJoiner other) {
        return other.joined == null ? this : add(other.joined);
    }

    public int length() {
        return toString().length();
    }

    public String toString() {
        if (joined == null && whenEmpty != null) {
            return whenEmpty;
        }
        return joined == null ? prefix + suffix : prefix + joined + suffix;
    }
}
