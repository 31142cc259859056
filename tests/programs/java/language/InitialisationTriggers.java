/** What comes first: the initialisation of a class, or the arguments and right sides next to its first use. */
public class InitialisationTriggers {
    static int say(String text) {
        System.out.println(text);
        return 1;
    }

    static class Assigned {
        static int x = say("Assigned");
    }

    static class Source {
        static int y = say("Source");

        static int get() {
            return say("Source.get");
        }
    }

    static class Called {
        static int x = say("Called");

        static void run(int a) {
            say("Called.run");
        }
    }

    static class Made {
        static int x = say("Made");

        Made(int v) {
            say("Made.new");
        }
    }

    static class Added {
        static int x = say("Added");
    }

    interface Upper {
        int q = say("Upper");

        default void upper() {
        }
    }

    interface Lower extends Upper {
        int r = say("Lower");

        default void lower() {
        }
    }

    interface Silent {
        int s = say("Silent");
    }

    static class Both implements Lower, Silent {
        static int u = say("Both");
    }

    // Looking at Second finds First, whose initialiser has an effect that must wait for its first use.
    static class First {
        static Second second = new Second();

        static {
            say("First");
        }
    }

    static class Second {
        static First first = new First();
        int w = 2;
    }

    static class Counter {
        static int count = 5;

        Counter self() {
            say("self");
            return this;
        }
    }

    public static void main(String[] args) {
        say("main");
        Assigned.x = Source.get();
        Called.run(say("argument"));
        new Made(say("argument"));
        Added.x += say("right side");
        new Both();
        say("silent " + Silent.s);
        say("second");
        say("" + new Second().w);
        Counter counter = new Counter();
        counter.self().count = 7;
        counter.self().count++;
        counter.self().count += say("right side");
        say("" + Counter.count);
    }
}
