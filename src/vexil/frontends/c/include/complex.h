/* <complex.h>: C11 7.3, the keywords only; programs that compute with complex numbers are refused. */
#ifndef _COMPLEX_H
#define _COMPLEX_H
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#endif
