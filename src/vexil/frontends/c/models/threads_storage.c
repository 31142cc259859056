/* models: call_once tss_create tss_delete tss_get tss_set */
#include "vexil.h"

int pthread_once(int *control, void (*routine)(void));
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
void *pthread_getspecific(unsigned key);
int pthread_setspecific(unsigned key, const void *value);

void call_once(int *flag, void (*routine)(void)) { pthread_once(flag, routine); }
int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) == 0 ? 0 : 2; }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) == 0 ? 0 : 2; }
