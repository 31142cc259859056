import java.io.Serializable;

/** What is evaluated before an operation fails, and constants of objects that are under construction or not there. */
public class FailureOrder {
    static int say(Object text) {
        System.out.println(text);
        return 1;
    }

    class Inner {
        Inner(int v) {
            say("inner");
        }
    }

    static class Sub extends FailureOrder.Inner {
        Sub(FailureOrder outer) {
            outer.super(say("argument"));
        }
    }

    abstract static class Shown {
        Shown() {
            show();
        }

        abstract void show();
    }

    static class Constants extends Shown {
        final int number = 5;
        final String text = "x" + 1;
        final Integer box = 3;

        void show() {
            Constants me = this;
            say(me.number + me.text + me.box + ((Constants) (Object) this).text);
        }
    }

    static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            say(e.getClass().getName());
        }
    }

    // The lambda is only made by code that is never reached.
    static int unreached(int kept) {
        if (true) {
            return kept;
        }
        Runnable made = () -> say(kept);
        made.run();
        return 0;
    }

    public static void main(String[] args) {
        FailureOrder none = null;
        FailureOrder some = new FailureOrder();
        attempt(() -> none.new Inner(say("argument")));
        attempt(() -> new Sub(none));
        attempt(() -> some.new Inner(say("argument")));
        attempt(() -> new Sub(some));
        new Constants().show();
        Constants missing = null;
        attempt(() -> say(missing.number));
        attempt(() -> {
            char[] characters = null;
            System.out.println(characters);
        });
        say(unreached(4));
        for (Object item : new Object[] {new int[1], new String[1], new int[1][1], "s", 1, new Object()}) {
            say((item instanceof Cloneable) + " " + (item instanceof Serializable));
            attempt(() -> say((Cloneable) item == item));
        }
    }
}
