// Dynamic dispatch, covariant results, widened access, and methods that only look like overriding ones.
class Overriding {
    static class Node implements Cloneable {
        int value = 1;

        Node self() { return this; }
        protected String show() { return "node " + value; }
        private String secret() { return "node secret"; }
        String reveal() { return secret(); }
        static String kind() { return "Node"; }
        String kindOf() { return kind(); }
        Object make() { return "made by node"; }

        @Override
        public boolean equals(Object other) {
            return other instanceof Node && ((Node) other).value == value;
        }

        @Override
        public int hashCode() { return value; }
    }

    static class Leaf extends Node {
        int value = 2;

        @Override
        Leaf self() { return this; }

        @Override
        public String show() { return "leaf " + value + " of " + super.show(); }

        private String secret() { return "leaf secret"; }
        static String kind() { return "Leaf"; }

        @Override
        String make() { return "made by leaf after " + super.make(); }

        void only() { System.out.println("only leaf"); }
    }

    public static void main(String[] args) {
        Node n = new Leaf();
        Leaf l = new Leaf();
        System.out.println(n.show());
        System.out.println(n.value + " " + ((Leaf) n).value + " " + l.value + " " + ((Node) l).value);
        System.out.println(n.reveal());
        System.out.println(n.kindOf() + " " + Node.kind() + " " + Leaf.kind());
        System.out.println(n.make());
        l.self().only();
        ((Leaf) n.self()).only();
        System.out.println(n.equals(l) + " " + n.equals(new Node()) + " " + n.equals("x"));
        System.out.println(n.self() == n);
        n.value = 10;
        l.value = 20;
        System.out.println(n.show() + ", " + l.show());
        System.out.println(n.hashCode() + l.hashCode());
        String s = l.make();
        System.out.println(s.length());
    }
}
