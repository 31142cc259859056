/** Appending to string builders, and how their capacity grows. */
public class BuilderAppend {
    /** A sequence whose toString says something else. */
    static class Dots implements CharSequence {
        private final int length;

        Dots(int length) {
            this.length = length;
        }

        public int length() {
            return length;
        }

        public char charAt(int index) {
            return index % 2 == 0 ? '.' : ':';
        }

        public CharSequence subSequence(int start, int end) {
            return new Dots(end - start);
        }

        public String toString() {
            return "dots";
        }
    }

    static void show(StringBuilder builder) {
        System.out.println("[" + builder + "] " + builder.length() + " " + builder.capacity());
    }

    public static void main(String[] arguments) {
        StringBuilder all = new StringBuilder();
        show(all);
        show(all.append("text").append((String) null).append(' ').append('c'));
        show(all.append(1).append(-2L).append(true).append(false));
        show(all.append(1.5f).append(-0.5));
        show(all.append((Object) null).append(new int[0].length).append((Object) "object"));
        show(all.append(new char[] {'a', 'b'}).append(new char[] {'c', 'd', 'e'}, 1, 2));
        show(all.append("sequence", 2, 5).append((CharSequence) null).append((CharSequence) null, 1, 3));
        show(all.append(new Dots(3)).append(new Dots(9), 1, 4).append((Object) new Dots(3)));
        show(all.append(new StringBuffer("buffer")).append(new StringBuilder("builder")));
        show(all.append(Integer.MIN_VALUE).append(Long.MAX_VALUE));
        show(new StringBuilder(all).append(all));
        show(new StringBuilder(0));
        show(new StringBuilder(0).append('x'));
        show(new StringBuilder(0).append("four"));
        show(new StringBuilder("abc"));
        show(new StringBuilder(new Dots(5)));
        StringBuilder growing = new StringBuilder(1);
        int last = growing.capacity();
        for (int i = 0; i < 100; i++) {
            growing.append((char) ('a' + i % 26));
            if (growing.capacity() != last) {
                last = growing.capacity();
                System.out.println("grown at " + i + " to " + last);
            }
        }
        StringBuilder big = new StringBuilder(3);
        show(big.append("0123456789012345678901234567890123456789"));
        big.ensureCapacity(10);
        show(big);
        big.ensureCapacity(41);
        show(big);
        big.ensureCapacity(500);
        show(big);
        big.trimToSize();
        show(big);
        big.ensureCapacity(-5);
        big.setLength(5);
        show(big);
        big.trimToSize();
        big.trimToSize();
        show(big);
        StringBuilder code = new StringBuilder().appendCodePoint('x').appendCodePoint(0x1f600);
        System.out.println(code.length() + " " + (int) code.charAt(1) + " " + code.codePointAt(1) + " " + code.codePointBefore(3));
        StringBuilder self = new StringBuilder("ab");
        show(self.append(self).append(self));
        System.out.println(new StringBuilder("ab").compareTo(new StringBuilder("b")) + " " + new StringBuilder("ab").equals(self)
                + " " + new StringBuilder().isEmpty());
    }
}
