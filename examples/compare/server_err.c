/* A server of forty states, one of which forgets what was agreed on. What both sides have agreed on has to be there when it is ready. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state {
  ACCEPT, HELLO_READ, HELLO_CHECK, HELLO_WRITE, VERSION_CHECK, CIPHER_READ, CIPHER_CHECK, CIPHER_WRITE,
  CERT_WRITE, CERT_FLUSH, KEY_MAKE, KEY_SIGN, KEY_WRITE, KEY_FLUSH, CERT_ASK, CERT_ASK_FLUSH,
  DONE_WRITE, DONE_FLUSH, CERT_READ, CERT_CHECK, CERT_STORE, EXCHANGE_READ, EXCHANGE_CHECK, EXCHANGE_STORE,
  VERIFY_READ, VERIFY_CHECK, CHANGE_READ, CHANGE_CHECK, FINISH_READ, FINISH_CHECK, CHANGE_WRITE, CHANGE_FLUSH,
  FINISH_WRITE, FINISH_FLUSH, SESSION_STORE, SESSION_REUSE, READY, RENEGOTIATE, ALERT, CLOSED
};

int main(void) {
  int state = ACCEPT, key = 0, reused = 0, rounds = 0;
  while (state != CLOSED) {
    switch (state) {
    case ACCEPT:
      state = HELLO_READ;
      break;
    case HELLO_READ:
      state = HELLO_CHECK;
      break;
    case HELLO_CHECK:
      if (__VERIFIER_nondet_int())
        state = SESSION_REUSE;
      else
        state = HELLO_WRITE;
      break;
    case HELLO_WRITE:
      state = VERSION_CHECK;
      break;
    case VERSION_CHECK:
      if (__VERIFIER_nondet_int())
        state = CIPHER_READ;
      else
        state = ALERT;
      break;
    case CIPHER_READ:
      state = CIPHER_CHECK;
      break;
    case CIPHER_CHECK:
      if (__VERIFIER_nondet_int())
        state = CIPHER_WRITE;
      else
        state = ALERT;
      break;
    case CIPHER_WRITE:
      state = CERT_WRITE;
      break;
    case CERT_WRITE:
      state = CERT_FLUSH;
      break;
    case CERT_FLUSH:
      state = KEY_MAKE;
      break;
    case KEY_MAKE:
      state = KEY_SIGN;
      break;
    case KEY_SIGN:
      state = KEY_WRITE;
      break;
    case KEY_WRITE:
      state = KEY_FLUSH;
      break;
    case KEY_FLUSH:
      state = CERT_ASK;
      break;
    case CERT_ASK:
      if (__VERIFIER_nondet_int())
        state = CERT_ASK_FLUSH;
      else
        state = DONE_WRITE;
      break;
    case CERT_ASK_FLUSH:
      state = DONE_WRITE;
      break;
    case DONE_WRITE:
      state = DONE_FLUSH;
      break;
    case DONE_FLUSH:
      if (__VERIFIER_nondet_int())
        state = CERT_READ;
      else
        state = EXCHANGE_READ;
      break;
    case CERT_READ:
      state = CERT_CHECK;
      break;
    case CERT_CHECK:
      if (__VERIFIER_nondet_int())
        state = CERT_STORE;
      else
        state = ALERT;
      break;
    case CERT_STORE:
      state = EXCHANGE_READ;
      break;
    case EXCHANGE_READ:
      state = EXCHANGE_CHECK;
      break;
    case EXCHANGE_CHECK:
      if (__VERIFIER_nondet_int())
        state = EXCHANGE_STORE;
      else
        state = ALERT;
      break;
    case EXCHANGE_STORE:
      key = 1;
      state = VERIFY_READ;
      break;
    case VERIFY_READ:
      state = VERIFY_CHECK;
      break;
    case VERIFY_CHECK:
      if (__VERIFIER_nondet_int())
        state = CHANGE_READ;
      else
        state = ALERT;
      break;
    case CHANGE_READ:
      state = CHANGE_CHECK;
      break;
    case CHANGE_CHECK:
      if (__VERIFIER_nondet_int())
        state = FINISH_READ;
      else
        state = ALERT;
      break;
    case FINISH_READ:
      state = FINISH_CHECK;
      break;
    case FINISH_CHECK:
      if (__VERIFIER_nondet_int())
        state = CHANGE_WRITE;
      else
        state = ALERT;
      break;
    case CHANGE_WRITE:
      state = CHANGE_FLUSH;
      break;
    case CHANGE_FLUSH:
      state = FINISH_WRITE;
      break;
    case FINISH_WRITE:
      state = FINISH_FLUSH;
      break;
    case FINISH_FLUSH:
      state = SESSION_STORE;
      break;
    case SESSION_STORE:
      state = READY;
      break;
    case SESSION_REUSE:
      key = 1;
      reused = 1;
      state = CHANGE_READ;
      break;
    case READY:
      if (!key)
        goto ERROR;
      if (__VERIFIER_nondet_int())
        state = RENEGOTIATE;
      else
        state = CLOSED;
      break;
    case RENEGOTIATE:
      key = 0;
      rounds++;
      if (reused)
        state = CHANGE_READ;
      else
        state = HELLO_READ;
      break;
    case ALERT:
      key = 0;
      state = CLOSED;
      break;
    }
  }
  return 0;
ERROR:
  assert(0);
  return 1;
}
