/** What is known not to be null on one way to a place need not hold on another way there. */
public class NullKnowledge {
    static class Box {
        int content;
        Box next;

        Box(int content) {
            this.content = content;
        }

        boolean full() {
            return content > 0;
        }
    }

    interface Question {
        Object ask();
    }

    static boolean both(int p, Box y) {
        return (p == 1 || y.content == 2) && y.content == 3;
    }

    static boolean either(int p, Box y) {
        return (p == 1 && y.content == 2) || y.content == 3;
    }

    static boolean negated(int p, Box y) {
        return !(p == 1 && y.content == 2) && y.content == 3;
    }

    static boolean changed(boolean a, boolean b, Box x) {
        x.content++;
        return ((a && (x = x.next) == null) || (b && x.full())) && x.full();
    }

    static int conditional(boolean c, Box x) {
        int r = c ? x.content : 0;
        return r + x.content;
    }

    static int loop(Box x) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += x.content;
            x = x.next;
        }
        return sum;
    }

    static int handler(Box x) {
        int sum = x.content;
        try {
            x = null;
            sum += new Box(1 / (sum - sum)).content;
        } catch (ArithmeticException e) {
            sum += x.content;
        }
        return sum;
    }

    static int cleanup(Box x) {
        int sum = x.content;
        try {
            if (sum > 0) {
                x = x.next;
                return sum;
            }
        } finally {
            sum += x.content;
        }
        return sum;
    }

    static int fall(int k, Box x) {
        switch (k) {
            case 0:
                if (x.content == 0) {
                    break;
                }
            case 1:
                return x.content;
            default:
                x = null;
        }
        return x.content;
    }

    static int yielded(int k, Box x) {
        int a = switch (k) {
            case 0 -> x.content;
            default -> {
                x = null;
                yield 3;
            }
        };
        return a + x.content;
    }

    static void show(Question question) {
        try {
            System.out.println(question.ask());
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    public static void main(String[] args) {
        show(() -> both(1, null));
        show(() -> both(0, null));
        show(() -> either(1, null));
        show(() -> either(0, null));
        show(() -> negated(0, null));
        show(() -> changed(true, true, new Box(1)));
        show(() -> changed(false, true, new Box(1)));
        show(() -> conditional(false, null));
        show(() -> loop(new Box(1)));
        show(() -> handler(new Box(1)));
        show(() -> cleanup(new Box(1)));
        show(() -> cleanup(new Box(0)));
        show(() -> fall(0, new Box(0)));
        show(() -> fall(2, new Box(0)));
        show(() -> yielded(0, new Box(1)));
        show(() -> yielded(1, new Box(1)));
    }
}
