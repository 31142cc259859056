package java.util.concurrent;

/** Units of time; conversions end at the least and greatest long. */
public enum TimeUnit {
    NANOSECONDS(1L),
    MICROSECONDS(1000L),
    MILLISECONDS(1000000L),
    SECONDS(1000000000L),
    MINUTES(60000000000L),
    HOURS(3600000000000L),
    DAYS(86400000000000L);

    private final long nanoseconds;

    TimeUnit(long nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    public long convert(long time, TimeUnit unit) {
        if (nanoseconds >= unit.nanoseconds) {
            return time / (nanoseconds / unit.nanoseconds);
        }
        long factor = unit.nanoseconds / nanoseconds;
        long most = Long.MAX_VALUE / factor;
        if (time > most) {
            return Long.MAX_VALUE;
        }
        return time < -most ? Long.MIN_VALUE : time * factor;
    }

    public long toNanos(long time) {
        return NANOSECONDS.convert(time, this);
    }

    public long toMicros(long time) {
        return MICROSECONDS.convert(time, this);
    }

    public long toMillis(long time) {
        return MILLISECONDS.convert(time, this);
    }

    public long toSeconds(long time) {
        return SECONDS.convert(time, this);
    }

    public long toMinutes(long time) {
        return MINUTES.convert(time, this);
    }

    public long toHours(long time) {
        return HOURS.convert(time, this);
    }

    public long toDays(long time) {
        return DAYS.convert(time, this);
    }

    public void sleep(long time) throws InterruptedException {
        if (time > 0) {
            Thread.sleep(toMillis(time));
        }
    }
}
