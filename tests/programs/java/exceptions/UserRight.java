// An exception of the program's own is caught.
class UserRight {
    static class Overdrawn extends RuntimeException {
        final int missing;

        Overdrawn(int missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    private int balance = 10;

    void withdraw(int amount) {
        if (amount > balance) {
            throw new Overdrawn(amount - balance);
        }
        balance -= amount;
    }

    public static void main(String[] args) {
        UserRight account = new UserRight();
        int missing = 0;
        try {
            for (int i = 0; i < 4; i++) {
                account.withdraw(3);
            }
        } catch (Overdrawn e) {
            missing = e.missing;
        }
        assert missing == 2;
    }
}
