#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct job { int number; struct job *next; };
static struct job *head; static int done; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        struct job *j = head;
        if (!j) { pthread_mutex_unlock(&m); return NULL; }
        head = j->next;
        done += j->number;
        free(j);
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 6; i++) { struct job *j = malloc(sizeof *j); j->number = 1; j->next = head; head = j; }
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    assert(done == 6);
    return 0;
}
