/* A driver with one lock. It is held while the queue is looked at, and never when a packet is sent or the lock is taken. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum status { IDLE, STARTING, RUNNING, STOPPED };

static int locked;
static int status = IDLE;
static int queued, sent, errors;

static void fail(void) {
ERROR:
  assert(0);
}

static void lock(void) {
  if (locked)
    fail();
  locked = 1;
}

static void unlock(void) {
  if (!locked)
    fail();
  locked = 0;
}

static int read_register(void) { return __VERIFIER_nondet_int(); }

static int send(void) {
  if (locked)
    fail();
  if (read_register() < 0)
    return -1;
  sent++;
  return 0;
}

static int start(void) {
  int tries = 0;
  lock();
  status = STARTING;
  while (tries < 10 && read_register() != 1)
    tries++;
  if (tries == 10) {
    status = STOPPED;
    unlock();
    return -1;
  }
  status = RUNNING;
  unlock();
  return 0;
}

static void enqueue(void) {
  lock();
  if (status == RUNNING)
    queued++;
  unlock();
}

static void transmit(void) {
  int before, result;
  do {
    lock();
    before = queued;
    if (queued > 0) {
      queued--;
      unlock();
      result = send();
      if (result < 0) {
        lock();
        errors++;
        unlock();
      }
      lock();
    }
    unlock();
  } while (before != queued);
}

static void interrupt(void) {
  int cause = read_register();
  if (cause == 1)
    transmit();
  else if (cause == 2) {
    lock();
    errors++;
    if (errors > 100)
      status = STOPPED;
    unlock();
  } else if (cause == 3)
    enqueue();
}

static void stop(void) {
  lock();
  status = STOPPED;
  queued = 0;
  unlock();
}

int main(void) {
  if (start() < 0) {
    stop();
    return 1;
  }
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      enqueue();
    else
      interrupt();
  }
  stop();
  if (locked)
    fail();
  return 0;
}
