import org.sosy_lab.sv_benchmarks.Verifier;

/** An amount of any size moves between two accounts, and who looks meanwhile sees the whole of it. */
public class Transfers {
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
            synchronized (Transfers.class) {
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
        synchronized (Transfers.class) {
            assert first.balance + second.balance == before;
        }
    }
}
