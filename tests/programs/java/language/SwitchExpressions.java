// switch expressions and arrows, with yield, several labels and exhaustive enums.
class SwitchExpressions {
    enum Shape { CIRCLE, SQUARE, TRIANGLE }

    static int corners(Shape shape) {
        return switch (shape) {
            case CIRCLE -> 0;
            case SQUARE -> 4;
            case TRIANGLE -> 3;
        };
    }

    static String size(int n) {
        return switch (n) {
            case 0 -> "none";
            case 1, 2, 3 -> "few";
            default -> {
                if (n < 0) {
                    yield "negative";
                }
                String word = "many";
                yield word + n;
            }
        };
    }

    static int old(String s) {
        int value = switch (s) {
            case "a":
            case "b":
                yield 1;
            case "c":
                int local = 5;
                yield local * 2;
            default:
                yield s.length();
        };
        return value + 100;
    }

    static String arrows(int n) {
        String result = "";
        switch (n) {
            case 1 -> result = "one";
            case 2 -> {
                result = "two";
                result += "!";
            }
            case 3 -> throw new IllegalArgumentException("three");
            default -> { }
        }
        return result;
    }

    public static void main(String[] args) {
        for (Shape s : Shape.values()) {
            System.out.println(s + " " + corners(s));
        }
        for (int n = -1; n < 5; n++) {
            System.out.println(size(n));
        }
        System.out.println(old("a") + " " + old("b") + " " + old("c") + " " + old("long"));
        for (int n = 0; n < 4; n++) {
            try {
                System.out.println("[" + arrows(n) + "]");
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        int day = 3;
        System.out.println("day " + switch (day) { case 6, 7 -> "free"; default -> "work"; } + " " + day);
        double mixed = switch (day) { case 1 -> 1; case 3 -> 'a'; default -> 2.5; };
        System.out.println(mixed);
        int nested = switch (day) {
            case 3 -> switch (day + 1) {
                case 4 -> 44;
                default -> 0;
            };
            default -> -1;
        };
        System.out.println(nested);
        int total = 0;
        for (int i = 0; i < 4; i++) {
            total += switch (i % 3) {
                case 0 -> i;
                case 1 -> { int sq = i * i; yield sq; }
                default -> 100;
            };
        }
        System.out.println(total);
    }
}
