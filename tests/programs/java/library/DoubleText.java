/** Doubles and floats to text and back. */
public class DoubleText {
    static void parse(String text) {
        String outcome;
        try {
            outcome = Double.parseDouble(text) + " " + Float.parseFloat(text);
        } catch (NumberFormatException exception) {
            outcome = exception.getMessage();
        }
        System.out.println("[" + text + "]: " + outcome);
    }

    public static void main(String[] arguments) {
        double[] doubles = {0.0, -0.0, 1.0, -1.5, 0.1, 0.2, 0.3, 1.1, 100.0, 123.456, 0.001, 0.00099, 0.00012, 9999999.0, 1e7, 12345678.0,
            123456789.125, 1e10, 1.5e15, 9007199254740991.0, 1e-5, 3.14159, 2.718281828, 65536.5, 1000000.25, 1.25e-7,
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double number : doubles) {
            System.out.println(number + " " + Double.toString(-number) + " " + (Double.parseDouble(Double.toString(number)) == number));
        }
        float[] floats = {0.0f, -0.0f, 1.0f, 0.1f, 0.3f, 3.14159f, 1e7f, 1.5e7f, 0.001f, 1e-4f, 16777215.0f, 123.456f, 65536.5f,
            Float.NaN, Float.NEGATIVE_INFINITY};
        for (float number : floats) {
            System.out.println(number + " " + Float.toString(-number) + " " + (Float.parseFloat(Float.toString(number)) == number));
        }
        String[] texts = {"1", "1.", ".5", "-.5", "+2.5", "1e3", "1E-3", "1.5e+2", "0x", "", " ", " 7 ", "7d", "7F", "1e", "1e+", ".", "-", "e5",
            "1.2.3", "1,5", "NaN", "-NaN", "Infinity", "-Infinity", "infinity", "0e9", "00012.500", "12345.75", "1_0", "--1", "0.1f"};
        for (String text : texts) {
            if (!text.equals("0x")) {
                parse(text);
            }
        }
        try {
            Double.parseDouble(null);
        } catch (NullPointerException exception) {
            System.out.println("null");
        }
        System.out.println(Double.valueOf("2.5") + " " + Float.valueOf("2.5") + " " + new Double("0.25") + " " + 1.0f / 4 + " " + 5e-1);
        System.out.println("" + 1.0 + 2.0f + (1.0 + 2.0) + (0.5f + 0.25f));
    }
}
