/** What every object can do: equality, hash codes, text, copies and monitors. */
public class ObjectBasics {
    static class Point implements Cloneable {
        int x;
        int[] shared = {1};

        Point(int x) {
            this.x = x;
        }

        @Override
        public boolean equals(Object other) {
            if (other == null || getClass() != other.getClass()) {
                return false;
            }
            return ((Point) other).x == x;
        }

        @Override
        public int hashCode() {
            return 31 * x;
        }

        @Override
        public String toString() {
            return "Point " + x;
        }

        Point copy() {
            try {
                return (Point) clone();
            } catch (CloneNotSupportedException exception) {
                throw new AssertionError(exception);
            }
        }
    }

    static class Named extends Point {
        String name = "n";

        Named(int x) {
            super(x);
        }
    }

    static class Plain {
        Object tryClone() throws CloneNotSupportedException {
            return clone();
        }
    }

    interface Action {
        void run() throws Exception;
    }

    static void expect(String label, Action action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (Exception exception) {
            System.out.println(label + ": " + exception.getClass().getName() + " " + exception.getMessage());
        }
    }

    public static void main(String[] arguments) {
        Object first = new Object();
        Object second = new Object();
        System.out.println(first.equals(first) + " " + first.equals(second) + " " + first.equals(null) + " "
                + (first.hashCode() == first.hashCode()) + " " + (System.identityHashCode(first) == first.hashCode()) + " "
                + System.identityHashCode(null));
        System.out.println(first.toString().startsWith("java.lang.Object@") + " "
                + first.toString().equals("java.lang.Object@" + Integer.toHexString(first.hashCode())));
        Point point = new Point(5);
        Point equal = new Point(5);
        System.out.println(point.equals(equal) + " " + point.equals(new Named(5)) + " " + point.equals("5") + " " + point.hashCode() + " "
                + point + " " + String.valueOf(point) + " " + "a" + point);
        Point copy = point.copy();
        copy.x = 6;
        copy.shared[0] = 9;
        System.out.println(point.x + " " + point.shared[0] + " " + copy + " " + (copy != point));
        Named named = new Named(7);
        named.name = "changed";
        Named twin = (Named) named.copy();
        System.out.println(twin.name + " " + twin.x + " " + twin.getClass().getName() + " " + (twin.getClass() == named.getClass()));
        Plain plain = new Plain();
        expect("clone", () -> plain.tryClone());
        expect("notify", () -> first.notify());
        expect("notifyAll", () -> first.notifyAll());
        expect("wait", () -> first.wait());
        expect("wait 5", () -> first.wait(5));
        expect("wait -1", () -> first.wait(-1));
        expect("wait -1 0", () -> first.wait(-1, 0));
        expect("wait 1 -1", () -> first.wait(1, -1));
        expect("wait 1 1000000", () -> first.wait(1, 1000000));
        synchronized (first) {
            synchronized (first) {
                first.notify();
                first.notifyAll();
            }
            expect("timed wait", () -> first.wait(1));
            expect("timed wait with nanoseconds", () -> first.wait(0, 1));
            expect("other", () -> second.notify());
            System.out.println(Thread.holdsLock(first) + " " + Thread.holdsLock(second));
        }
        System.out.println(Thread.holdsLock(first));
        expect("holdsLock null", () -> Thread.holdsLock(null));
        int[] array = {1, 2};
        System.out.println(array.equals(array) + " " + array.equals(new int[] {1, 2}) + " " + (array.hashCode() == array.hashCode()) + " "
                + array.toString().startsWith("[I@") + " " + new String[0].toString().startsWith("[Ljava.lang.String;@"));
    }
}
