// Classes are initialised when they are first used: in which order, and by what.
class StaticInitialisation {
    static int say(String s) {
        System.out.println(s);
        return s.length();
    }

    static class Base {
        static int a = say("Base.a");

        static {
            say("Base block");
        }

        static void touch() {
            say("touch");
        }
    }

    static class Derived extends Base {
        static int b = say("Derived.b");
    }

    interface Constants {
        int FIXED = 5;
        int COMPUTED = say("Constants.COMPUTED");
    }

    static class Uses implements Constants {
        static int own = say("Uses.own");
    }

    static class Holder {
        static final Holder INSTANCE = new Holder();
        static int count = 10;

        int seen;

        Holder() {
            seen = count++;
        }
    }

    static class Left {
        static int x = Right.y + 1;
    }

    static class Right {
        static int y = Left.x + 10;
    }

    static class Never {
        static int z = say("never");
    }

    static class Lazy {
        static {
            say("Lazy");
        }

        static int twice(int n) {
            return 2 * n;
        }
    }

    static int own = say("main class");

    static {
        say("main class block");
    }

    public static void main(String[] args) {
        say("main");
        say("" + Derived.a);
        Derived.touch();
        say("" + Derived.b);
        say("" + Constants.FIXED);
        say("" + Uses.own);
        say("" + Uses.COMPUTED);
        say(Holder.INSTANCE.seen + " " + Holder.count);
        say(Left.x + " " + Right.y);
        Never[] none = new Never[2];
        Never nothing = null;
        say(none.length + " " + (nothing == null));
        boolean decided = args.length == 0 || Lazy.twice(1) > 0;
        say("not yet " + decided);
        say("" + Lazy.twice(4));
        new Derived();
        say("end");
    }
}
