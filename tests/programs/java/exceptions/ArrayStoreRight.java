// Every array gets values of its own class, or null.
class ArrayStoreRight {
    static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void main(String[] args) {
        fill(new Object[2], 5);
        fill(new String[2], "text");
        fill(new String[2], null);
        fill(new String[0], 5);
    }
}
