// A barber sleeps until a customer comes; customers wait until their ticket has been served, or leave when all chairs
// are taken. The barber never goes home and is a daemon.
// Everybody waits on the monitor of the shop, so every change wakes them all.
class BarberShop {
    private final int chairs;
    private int tickets;
    private int served;

    BarberShop(int chairs) {
        this.chairs = chairs;
    }

    synchronized boolean visit() throws InterruptedException {
        if (tickets - served == chairs) {
            return false;
        }
        int ticket = ++tickets;
        notifyAll();
        while (served < ticket) {
            wait();
        }
        return true;
    }

    synchronized void serve() throws InterruptedException {
        while (served == tickets) {
            wait();
        }
        served++;
        notifyAll();
    }
}

class Customer extends Thread {
    private final BarberShop shop;
    boolean hasBeenCut;

    Customer(BarberShop shop) {
        this.shop = shop;
    }

    @Override
    public void run() {
        try {
            hasBeenCut = shop.visit();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

class SleepingBarberRight {
    public static void main(String[] args) throws InterruptedException {
        final BarberShop shop = new BarberShop(2);
        Thread barber = new Thread(new Runnable() {
            @Override
            public void run() {
                try {
                    while (true) {
                        shop.serve();
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        barber.setDaemon(true);
        barber.start();
        Customer[] customers = {new Customer(shop), new Customer(shop)};
        for (Customer customer : customers) {
            customer.start();
        }
        for (Customer customer : customers) {
            customer.join();
            assert customer.hasBeenCut;
        }
    }
}
