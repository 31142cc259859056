// A default method reached by several ways; the most specific one wins, a class beats an interface.
interface Top {
    default String who() {
        return "Top";
    }

    default String other() {
        return "Top.other " + who();
    }
}

interface Left extends Top {
    @Override
    default String who() {
        return "Left";
    }
}

interface Right extends Top {
}

interface Rival {
    default String who() {
        return "Rival";
    }
}

class Base {
    public String who() {
        return "Base";
    }
}

class DiamondInheritance {
    static class Both implements Left, Right {
    }

    static class Conflict implements Left, Rival {
        @Override
        public String who() {
            return Left.super.who() + "+" + Rival.super.who();
        }
    }

    static class FromClass extends Base implements Left, Rival {
    }

    static class Late extends Both implements Top {
    }

    static class Own extends Both implements Right {
        @Override
        public String who() {
            return "Own of " + super.who();
        }
    }

    public static void main(String[] args) {
        Top[] all = {new Both(), new Conflict(), new FromClass(), new Late(), new Own(), new Top() { }};
        for (Top t : all) {
            System.out.println(t.who() + " / " + t.other());
        }
        Right r = new Both();
        System.out.println(r.who());
        Rival v = new FromClass();
        System.out.println(v.who());
        Base b = new FromClass();
        System.out.println(b.who());
    }
}
