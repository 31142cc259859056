#include <pthread.h>

struct account { pthread_mutex_t lock; int balance; };
static struct account first = {PTHREAD_MUTEX_INITIALIZER, 10};

static void add(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount;
  pthread_mutex_unlock(&account->lock);
}

static void *deposit(void *account) {
  add(account, 3);
  return 0;
}

int main(void) {
  pthread_t thread;
  first.balance = 11;
  pthread_create(&thread, 0, deposit, &first);
  add(&first, 4);
  pthread_join(thread, 0);
  return first.balance;
}
