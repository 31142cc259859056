// Two threads move money between two accounts, in opposite directions.
// Faulty: each locks the account it takes from before the one it pays to, so each can hold what the other needs.
class InsufficientFunds extends Exception {
    InsufficientFunds(int missing) {
        super("missing: " + missing);
    }
}

class Account {
    private int balance;

    Account(int balance) {
        this.balance = balance;
    }

    int balance() {
        return balance;
    }

    void withdraw(int amount) throws InsufficientFunds {
        if (amount > balance) {
            throw new InsufficientFunds(amount - balance);
        }
        balance -= amount;
    }

    void deposit(int amount) {
        balance += amount;
    }
}

class Bank {
    static boolean transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                try {
                    from.withdraw(amount);
                    to.deposit(amount);
                    return true;
                } catch (InsufficientFunds e) {
                    return false;
                }
            }
        }
    }
}

class TransferFaulty {
    public static void main(String[] args) throws InterruptedException {
        Account savings = new Account(10);
        Account current = new Account(0);
        Thread monthly = new Thread(() -> Bank.transfer(savings, current, 5));
        Thread rent = new Thread(() -> Bank.transfer(current, savings, 3));
        monthly.start();
        rent.start();
        monthly.join();
        rent.join();
        assert savings.balance() + current.balance() == 10 : "money was lost";
        assert current.balance() == 5 || current.balance() == 2;
    }
}
