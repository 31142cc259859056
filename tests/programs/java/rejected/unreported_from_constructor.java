class Resource {
    Resource() throws Exception {
    }
}

class Main {
    Object o = new Resource(); // error: unreported exception Exception; must be caught or declared to be thrown
}
