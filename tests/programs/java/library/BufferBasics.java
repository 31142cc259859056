/** String buffers, alone and shared by two threads. */
public class BufferBasics {
    public static void main(String[] arguments) throws InterruptedException {
        StringBuffer buffer = new StringBuffer();
        System.out.println(buffer.capacity() + " " + buffer.length());
        buffer.append("text").append(1).append(2L).append('c').append(true).append(1.5).append((Object) null);
        System.out.println(buffer.toString() + " " + buffer.capacity());
        buffer.insert(0, "<").insert(buffer.length(), '>').insert(1, 5);
        System.out.println(buffer.toString() + " " + buffer.indexOf("t") + " " + buffer.lastIndexOf("t") + " " + buffer.charAt(2));
        buffer.delete(0, 2).deleteCharAt(0).replace(0, 2, "--").setCharAt(0, '#');
        System.out.println(buffer + " " + buffer.substring(3) + " " + buffer.substring(1, 3));
        System.out.println(buffer.reverse());
        buffer.setLength(3);
        System.out.println(buffer + " " + new StringBuffer("abc").equals(new StringBuffer("abc")) + " "
                + new StringBuffer("abc").compareTo(new StringBuffer("abd")));
        System.out.println(new StringBuffer(5).capacity() + " " + new StringBuffer("abc").capacity());
        try {
            buffer.charAt(3);
        } catch (StringIndexOutOfBoundsException exception) {
            System.out.println(exception.getMessage());
        }
        StringBuffer shared = new StringBuffer();
        Thread other = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                shared.append("ab");
            }
        });
        other.start();
        for (int i = 0; i < 3; i++) {
            shared.append("ab");
        }
        other.join();
        System.out.println(shared.toString());
    }
}
