import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two tasks of a pool take the locks of two accounts, which they find in a map, in opposite orders. */
public class OppositeOrders {
    static class Account {
        int balance = 10;
    }

    private static final Map<Integer, Account> accounts = new HashMap<>();

    static void transfer(int from, int to, int amount) {
        Account source = accounts.get(from);
        Account target = accounts.get(to);
        synchronized (source) {
            synchronized (target) {
                source.balance -= amount;
                target.balance += amount;
            }
        }
    }

    public static void main(String[] arguments) {
        accounts.put(1, new Account());
        accounts.put(2, new Account());
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> transfer(1, 2, 3));
        pool.execute(() -> transfer(2, 1, 5));
        pool.shutdown();
    }
}
