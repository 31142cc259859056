// An exception of the program's own leaves main.
class UserFaulty {
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
        UserFaulty account = new UserFaulty();
        for (int i = 0; i < 4; i++) {
            account.withdraw(3);
        }
    }
}
