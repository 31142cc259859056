// Inner classes that inherit from inner classes, and which outer object their names mean.
class InheritedOuter {
    String id;

    InheritedOuter(String id) {
        this.id = id;
    }

    class Base {
        String text = "base of " + id;

        String where() {
            return "Base in " + id;
        }
    }

    class Derived extends Base {
        String where() {
            return "Derived in " + id + ", " + super.where();
        }
    }

    static class Outside extends InheritedOuter.Base {
        Outside(InheritedOuter outer) {
            outer.super();
        }

        String where() {
            return "Outside, " + super.where() + ", " + text;
        }
    }

    static class Child extends InheritedOuter {
        String id = "child id";

        Child() {
            super("parent id");
        }

        class InChild extends Base {
            String where() {
                return id + ", " + Child.this.id + ", " + Child.super.id + ", " + super.where();
            }
        }

        Base fresh() {
            return new Derived();
        }
    }

    String helper() {
        return "helper of " + id;
    }

    class Caller {
        String helper(int n) {
            return "own " + n;
        }

        String call() {
            return InheritedOuter.this.helper() + ", " + helper(1);
        }
    }

    public static void main(String[] args) {
        InheritedOuter one = new InheritedOuter("one");
        System.out.println(one.new Derived().where());
        System.out.println(new Outside(one).where());
        Child child = new Child();
        System.out.println(child.new InChild().where());
        System.out.println(child.fresh().where());
        System.out.println(child.new Derived().text);
        System.out.println(one.new Caller().call());
        Base b = child.new InChild();
        System.out.println(b.text);
        one.id = "renamed";
        System.out.println(new Outside(one).where());
    }
}
