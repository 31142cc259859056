// Sleepers set an alarm for an hour; the clock rings the alarms that are due when an hour has passed.
// Faulty: the sleeper enters its alarm in the list and then goes to sleep. If the alarm rings in between, it is
// removed from the list and nobody hears it.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class Alarm {
    final int hour;

    Alarm(int hour) {
        this.hour = hour;
    }

    synchronized void ring() {
        notify();
    }

    synchronized void sleep() throws InterruptedException {
        wait();
    }
}

class Clock {
    private final List<Alarm> alarms = new ArrayList<>();
    private int hour;

    synchronized boolean set(Alarm alarm) {
        if (alarm.hour <= hour) {
            return false;
        }
        alarms.add(alarm);
        return true;
    }

    synchronized void tick() {
        hour++;
        Iterator<Alarm> rest = alarms.iterator();
        while (rest.hasNext()) {
            Alarm alarm = rest.next();
            if (alarm.hour == hour) {
                rest.remove();
                alarm.ring();
            }
        }
    }

    synchronized int hour() {
        return hour;
    }
}

class AlarmClockFaulty {
    public static void main(String[] args) {
        Clock clock = new Clock();
        for (int hour = 1; hour <= 2; hour++) {
            Alarm alarm = new Alarm(hour);
            new Thread(() -> sleepUntil(clock, alarm)).start();
        }
        clock.tick();
        clock.tick();
    }

    private static void sleepUntil(Clock clock, Alarm alarm) {
        try {
            if (clock.set(alarm)) {
                alarm.sleep();
            }
            assert clock.hour() >= alarm.hour : "woken too early";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
