// A topic tells its subscribers about news while one of them cancels its subscription.
// publish() copies the list with the lock held and walks over the copy without it.
import java.util.ArrayList;
import java.util.List;

interface Subscriber {
    void receive(String news);
}

class Topic {
    private final List<Subscriber> subscribers = new ArrayList<>();

    synchronized void subscribe(Subscriber subscriber) {
        subscribers.add(subscriber);
    }

    synchronized void cancel(Subscriber subscriber) {
        subscribers.remove(subscriber);
    }

    void publish(String news) {
        List<Subscriber> current;
        synchronized (this) {
            current = new ArrayList<>(subscribers);
        }
        for (Subscriber subscriber : current) {
            subscriber.receive(news);
        }
    }
}

class PublishSubscribeRight {
    private int received;

    private void run() throws InterruptedException {
        Topic topic = new Topic();
        Subscriber counting = news -> received++;
        Subscriber silent = news -> { };
        topic.subscribe(counting);
        topic.subscribe(silent);
        Thread leaving = new Thread(() -> topic.cancel(silent));
        leaving.start();
        topic.publish("rain");
        leaving.join();
        topic.publish("sun");
        assert received == 2;
    }

    public static void main(String[] args) throws InterruptedException {
        new PublishSubscribeRight().run();
    }
}
