class Resource implements AutoCloseable {
    public void close() throws Exception {
    }
}

class Main {
    static void run() {
        try (Resource r = new Resource()) { // error: unreported exception Exception; must be caught or declared to be thrown
            System.out.println("open");
        }
    }
}
