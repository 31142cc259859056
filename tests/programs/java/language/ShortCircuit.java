// && and || stop early; & and | do not.
class ShortCircuit {
    static int asked;

    static boolean ask(boolean answer) {
        asked++;
        return answer;
    }

    static void show(boolean result) {
        System.out.println(result + " " + asked);
        asked = 0;
    }

    public static void main(String[] args) {
        show(ask(true) && ask(false));
        show(ask(false) && ask(true));
        show(ask(true) || ask(false));
        show(ask(false) || ask(true));
        show(ask(false) & ask(true));
        show(ask(true) | ask(false));
        show(ask(true) ^ ask(true));
        show(ask(false) && ask(true) || ask(true));
        show(ask(true) || ask(true) && ask(false));
        show((ask(true) || ask(true)) && ask(false));
        show(!(ask(false) && ask(true)) && !ask(false));
        show(ask(true) ? ask(false) : ask(true));
        String none = null;
        System.out.println(none != null && none.length() > 0);
        System.out.println(none == null || none.length() > 0);
        int i = 0;
        if (i++ > 0 && i++ > 0 || i++ > 0) {
            System.out.println("yes " + i);
        } else {
            System.out.println("no " + i);
        }
        boolean b = false;
        if (b = true) {
            System.out.println("assigned");
        }
        boolean c = i == 2 == b;
        System.out.println(c);
        while (ask(true) && i < 5) {
            i++;
        }
        show(i == 5);
        Boolean boxed = true;
        show(boxed && ask(!boxed));
        boolean d = ask(true);
        d |= ask(true);
        d &= ask(false);
        show(d);
    }
}
