// Two threads move money between two accounts, in opposite directions. Each locks the account that it takes from, then
// the one that it pays to: each can hold one lock and wait for the other.
//
//     vexil check examples/java/Transfer.java -p deadlock    refuted, with the schedule and who waits for whom
//
// To repair it, lock the account with the smaller number first, whatever the direction.
class Account {
    final int number;
    private int balance;

    Account(int number, int balance) {
        this.number = number;
        this.balance = balance;
    }

    void payTo(Account other, int amount) {
        synchronized (this) {
            synchronized (other) {
                balance -= amount;
                other.balance += amount;
            }
        }
    }

    synchronized int balance() {
        return balance;
    }
}

class Transfer {
    public static void main(String[] args) throws InterruptedException {
        Account savings = new Account(1, 100);
        Account current = new Account(2, 20);
        Thread monthly = new Thread(() -> savings.payTo(current, 50), "monthly");
        Thread rent = new Thread(() -> current.payTo(savings, 10), "rent");
        monthly.start();
        rent.start();
        monthly.join();
        rent.join();
        assert savings.balance() + current.balance() == 120 : "money was lost";
    }
}
