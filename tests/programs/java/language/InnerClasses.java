// Inner classes see the fields of all objects around them.
class InnerClasses {
    private int value = 1;
    private static int shared = 100;
    private final String name;

    InnerClasses(String name) {
        this.name = name;
    }

    class Inner {
        private int value = 2;

        class Deepest {
            int value = 3;

            String show() {
                return name + " " + value + this.value + Inner.this.value + InnerClasses.this.value + shared;
            }

            void change() {
                InnerClasses.this.value *= 10;
                Inner.this.value *= 20;
                value *= 30;
                shared++;
            }
        }

        Deepest make() {
            return new Deepest();
        }

        void bump() {
            InnerClasses.this.bump();
            value++;
        }
    }

    private void bump() {
        value++;
    }

    Inner inner() {
        return new Inner();
    }

    static class Nested {
        private int hidden = 7;

        int read(InnerClasses o) {
            return o.value + o.inner().value;
        }
    }

    int peek(Nested n) {
        return n.hidden++;
    }

    public static void main(String[] args) {
        InnerClasses a = new InnerClasses("a");
        InnerClasses b = new InnerClasses("b");
        Inner ai = a.new Inner();
        Inner bi = b.inner();
        Inner.Deepest ad = ai.make();
        InnerClasses.Inner.Deepest bd = bi.new Deepest();
        System.out.println(ad.show());
        ad.change();
        ai.bump();
        System.out.println(ad.show());
        System.out.println(bd.show());
        System.out.println(a.inner().make().show());
        Nested n = new Nested();
        System.out.println(n.read(a) + " " + n.read(b));
        System.out.println(a.peek(n) + " " + n.hidden);
        InnerClasses none = null;
        try {
            none.new Inner();
        } catch (NullPointerException e) {
            System.out.println("no outer object");
        }
    }
}
