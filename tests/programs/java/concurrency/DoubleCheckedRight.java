// A settings object is created when it is first asked for, by whoever asks first.
// The object is complete when it is stored in the volatile field.
class Settings {
    private static volatile Settings instance;

    private String name;

    private Settings() {
    }

    static Settings getInstance() {
        if (instance == null) {
            synchronized (Settings.class) {
                if (instance == null) {
                    Settings settings = new Settings();
                    settings.load();
                    instance = settings;
                }
            }
        }
        return instance;
    }

    private void load() {
        name = "default";
    }

    int nameLength() {
        return name.length();
    }
}

class DoubleCheckedRight {
    static class User extends Thread {
        Settings used;

        @Override
        public void run() {
            used = Settings.getInstance();
            int length = used.nameLength();
            assert length == 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        User first = new User();
        User second = new User();
        first.start();
        second.start();
        first.join();
        second.join();
        assert first.used == second.used : "there are two settings";
    }
}
