class Main {
    static void run(Object lock) {
        try {
            lock.wait();
        } catch (Exception e) {
            System.out.println("all");
        } catch (InterruptedException e) { // error: exception InterruptedException has already been caught
            System.out.println("never");
        }
    }
}
