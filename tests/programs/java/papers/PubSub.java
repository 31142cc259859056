// A topic with two places for subscribers. The publisher tells whoever is subscribed, a reader subscribes meanwhile and
// waits for the first news. Publishing, subscribing and waiting hold the topic's lock, and who comes late gets the last news.
class Reader {
    int heard;
}

class Topic {
    private Reader first;
    private Reader second;
    private int news;

    synchronized void subscribe(Reader reader) {
        if (first == null) {
            first = reader;
        } else {
            second = reader;
        }
        reader.heard = news;
    }

    synchronized void publish(int next) {
        news = next;
        if (first != null) {
            first.heard = next;
        }
        if (second != null) {
            second.heard = next;
        }
        notifyAll();
    }

    synchronized void await(Reader reader) throws InterruptedException {
        while (reader.heard == 0) {
            wait();
        }
    }
}

class PubSub {
    public static void main(String[] args) throws InterruptedException {
        Topic topic = new Topic();
        Thread publisher = new Thread(() -> topic.publish(1));
        publisher.start();
        Reader reader = new Reader();
        topic.subscribe(reader);
        topic.await(reader);
        publisher.join();
        assert reader.heard == 1;
    }
}
