// A settings object is created when it is first asked for, by whoever asks first.
// Faulty: the object is stored before it is loaded. Another thread finds the field set, skips the lock and uses a name
// that is still null. This happens in every memory model, volatile or not.
class Settings {
    private static volatile Settings instance;

    private String name;

    private Settings() {
    }

    static Settings getInstance() {
        if (instance == null) {
            synchronized (Settings.class) {
                if (instance == null) {
                    instance = new Settings();
                    instance.load();
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

class DoubleCheckedFaulty {
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
