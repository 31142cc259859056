/** Boxes: which are shared, when they are equal, how they compare and convert. */
public class BoxIdentity {
    public static void main(String[] arguments) {
        int[] numbers = {-129, -128, -1, 0, 127, 128};
        for (int number : numbers) {
            Integer a = number;
            Integer b = number;
            Long c = (long) number;
            Long d = Long.valueOf(number);
            Short e = (short) number;
            Short f = (short) number;
            System.out.println(number + ": " + (a == b) + " " + a.equals(b) + " " + (c == d) + " " + c.equals(d) + " " + (e == f) + " "
                    + e.equals(f) + " " + a.equals(c) + " " + (a == number) + " " + (a <= b && a >= b) + " " + a.hashCode() + " "
                    + c.hashCode());
        }
        Byte first = (byte) -128;
        Byte second = Byte.valueOf((byte) -128);
        Character letter = 'x';
        Character same = 'x';
        Character wide = '\u0080';
        Character alike = '\u0080';
        System.out.println((first == second) + " " + (letter == same) + " " + (wide == alike) + " " + wide.equals(alike) + " "
                + ((Boolean) true == Boolean.TRUE) + " " + (Boolean.valueOf("TRUE") == Boolean.TRUE));
        Integer made = new Integer(5);
        Integer shared = 5;
        System.out.println((made == shared) + " " + made.equals(shared) + " " + (made == 5) + " " + made.compareTo(shared));
        Double half = 0.5;
        Double other = 0.5;
        Float single = 0.5f;
        System.out.println(half.equals(other) + " " + half.equals(single) + " " + half.compareTo(other) + " " + half.hashCode() + " "
                + single.hashCode());
        Number[] all = {(byte) 300, (short) 70000, 1234567, 1L << 33, 3.75f, -3.99, Double.NaN, 1e15};
        for (Number number : all) {
            System.out.println(number + " " + number.byteValue() + " " + number.shortValue() + " " + number.intValue() + " "
                    + number.longValue() + " " + number.doubleValue() + " " + number.getClass().getName());
        }
        Object[] mixed = {1, 1L, '1', "1", true, 1.0, 1.0f, (byte) 1, (short) 1};
        int equal = 0;
        for (Object left : mixed) {
            for (Object right : mixed) {
                if (left.equals(right)) {
                    equal++;
                }
            }
        }
        System.out.println("equal: " + equal);
        Integer counter = 126;
        counter++;
        counter += 1;
        System.out.println(counter + " " + (counter == Integer.valueOf(128)) + " " + (counter - 1 == 127));
        System.out.println(Integer.compare(3, 5) + " " + Integer.compare(5, 5) + " " + Integer.compare(Integer.MAX_VALUE, Integer.MIN_VALUE)
                + " " + Long.compare(1L << 40, 1) + " " + Byte.compare((byte) -128, (byte) 127) + " " + Character.compare('a', 'c') + " "
                + Boolean.compare(true, false) + " " + Short.compare((short) 5, (short) 3));
        try {
            Integer nothing = null;
            int value = nothing;
            System.out.println(value);
        } catch (NullPointerException exception) {
            System.out.println("unboxed null");
        }
    }
}
