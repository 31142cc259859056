// Two threads each count to two with a shared counter. "count++" reads the field and writes it later; what another
// thread has written in between is lost.
//
//     vexil check examples/java/LostUpdate.java -p assert    refuted, with the schedule that loses an update
//
// To repair it, make increment() synchronized: then the assertion is proved for every schedule.
class Counter {
    private int count;

    void increment() {
        count++;
    }

    int get() {
        return count;
    }
}

class LostUpdate {
    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Runnable twice = () -> {
            for (int i = 0; i < 2; i++) {
                counter.increment();
            }
        };
        Thread first = new Thread(twice, "first");
        Thread second = new Thread(twice, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter.get() == 4 : "counted " + counter.get();
    }
}
