// A decimal number is a double, and a float next to it becomes one (JLS 5.6).
public class Floats {
  static float single;
  static long wide;

  public static void main(String[] arguments) {
    single = 0.1f;
    wide = 4294967296L;
    assert single != 0.1 && single > 0.1 && single == 0.1f;
  }
}
