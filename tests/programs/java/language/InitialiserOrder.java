// Order of field initialisers, instance blocks, constructors and overridden methods called from a constructor.
class InitialiserOrder {
    static String say(String s) {
        System.out.println(s);
        return s;
    }

    static class Parent {
        String first = say("parent field");

        {
            say("parent block");
        }

        Parent() {
            this("default");
            say("parent constructor");
        }

        Parent(String text) {
            say("parent constructor with " + text);
            hook();
        }

        void hook() {
            say("parent hook");
        }
    }

    static class Child extends Parent {
        String name = say("child field");
        final int constant = 7;
        final Integer boxed = 8;
        int number = 9;

        {
            say("child block sees " + name + ", not yet " + this.later);
        }

        String later = "later";

        Child() {
            say("child constructor: " + name + " " + number + " " + later);
        }

        Child(int n) {
            super("number " + n);
            number += n;
            say("child constructor with " + number);
        }

        @Override
        void hook() {
            say("child hook: " + name + " " + constant + " " + boxed + " " + number);
            number = 99;
        }
    }

    static class Chain {
        int value;

        Chain() {
            this(1);
            value += 100;
        }

        Chain(int a) {
            this(a, 2);
            value += 10;
        }

        Chain(int a, int b) {
            value = a + b;
        }

        {
            value = -1;
            say("chain block once");
        }
    }

    public static void main(String[] args) {
        new Child();
        say("--");
        new Child(5);
        say("--");
        say("" + new Chain().value);
        new Parent() {
            {
                say("anonymous block");
            }

            @Override
            void hook() {
                say("anonymous hook");
            }
        };
    }
}
