import java.util.ArrayList;
import java.util.EventListener;
import java.util.EventObject;
import java.util.List;
import java.util.Observable;
import java.util.Observer;

/** Observers are told last to first, and events reach listeners. */
@SuppressWarnings("deprecation")
public class ObserversInOrder {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    static class Counter extends Observable {
        private int value;

        void add(int amount) {
            value += amount;
            if (amount != 0) {
                setChanged();
            }
            notifyObservers(amount);
        }
    }

    static class Printer implements Observer {
        private final String name;

        Printer(String name) {
            this.name = name;
        }

        @Override
        public void update(Observable observable, Object argument) {
            show(name, argument + " " + ((Counter) observable).value + " " + observable.hasChanged());
        }
    }

    static class Change extends EventObject {
        final int amount;

        Change(Object source, int amount) {
            super(source);
            this.amount = amount;
        }
    }

    interface ChangeListener extends EventListener {
        void changed(Change change);
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        Printer first = new Printer("first");
        Printer second = new Printer("second");
        counter.addObserver(first);
        counter.addObserver(second);
        counter.addObserver(first);
        counter.addObserver((observable, argument) -> {
            show("lambda", argument);
            observable.deleteObserver(second);
        });
        show("observers", counter.countObservers());
        counter.add(5);
        counter.add(0);
        counter.add(2);
        show("observers", counter.countObservers());
        counter.deleteObserver(null);
        attempt("null observer", () -> {
            counter.addObserver(null);
            return "";
        });
        counter.deleteObservers();
        counter.add(1);
        show("changed", counter.hasChanged() + " " + counter.countObservers());
        List<ChangeListener> listeners = new ArrayList<>();
        listeners.add(change -> show("one", change.amount + " " + change.getSource()));
        listeners.add(change -> show("two", change.amount * 2));
        for (ChangeListener listener : listeners) {
            listener.changed(new Change("source", 21));
        }
        attempt("no source", () -> new Change(null, 1));
    }
}
