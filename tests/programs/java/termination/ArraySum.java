// A loop over an array of an unknown length.
public class ArraySum {
  public static void main(String[] args) {
    int n = new java.util.Random().nextInt(50);
    int[] data = new int[n];
    int sum = 0;
    for (int i = 0; i < data.length; i++) {
      data[i] = i;
    }
    for (int value : data) {
      sum += value;
    }
  }
}
