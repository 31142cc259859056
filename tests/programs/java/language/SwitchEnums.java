// switch on enums, in statements and with nested enums of the same names.
enum Light {
    RED, YELLOW, GREEN;

    Light next() {
        switch (this) {
            case RED:
                return GREEN;
            case GREEN:
                return YELLOW;
            default:
                return RED;
        }
    }
}

class SwitchEnums {
    enum Mood { RED, BLUE }

    static int wait(Light light) {
        int seconds = 0;
        switch (light) {
            case RED:
                seconds += 20;
            case YELLOW:
                seconds += 3;
                break;
            case GREEN:
        }
        return seconds;
    }

    static String both(Light light, Mood mood) {
        switch (mood) {
            case RED:
                switch (light) {
                    case RED:
                        return "all red";
                    default:
                        return "red and " + light;
                }
            case BLUE:
                return "blue and " + light;
        }
        return "never";
    }

    public static void main(String[] args) {
        Light light = Light.RED;
        for (int i = 0; i < 4; i++) {
            System.out.println(light + " " + wait(light));
            light = light.next();
        }
        for (Light l : Light.values()) {
            for (Mood m : Mood.values()) {
                System.out.println(both(l, m));
            }
        }
        Light none = null;
        try {
            wait(none);
        } catch (NullPointerException e) {
            System.out.println("null has no case");
        }
    }
}
