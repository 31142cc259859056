import org.sosy_lab.sv_benchmarks.Verifier;

/** An amount of any size moves between two accounts, and who looks meanwhile may see half of it. */
public class TransfersLost {
    static class Account {
        int balance;
    }

    static class Transfer extends Thread {
        private final Account from;
        private final Account to;

        Transfer(Account from, Account to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            int amount = Verifier.nondetInt();
            synchronized (this) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) {
        Account first = new Account();
        Account second = new Account();
        first.balance = Verifier.nondetInt();
        int before = first.balance;
        new Transfer(first, second).start();
        synchronized (TransfersLost.class) {
            assert first.balance + second.balance == before;
        }
    }
}
