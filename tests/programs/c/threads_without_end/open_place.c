// Threads without end write into an array at an index that is read from outside, inside of its bounds or not.
#include <assert.h>
#include <pthread.h>

#ifndef BOUND
#define BOUND 4
#endif

extern int __VERIFIER_nondet_int(void);

int turns[4], inside;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    int place = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    inside = 1;
    if (place >= 0 && place < BOUND) {
        turns[place] = 1;
    }
    assert(inside == 1);
    inside = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, work, 0);
    }
}
