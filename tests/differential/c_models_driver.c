/* Calls every computational model (model_f) and the machine's own function (f) with the same inputs, in heap blocks
   of exactly the size the standard allows to be touched, and reports the first difference. */
#include "c_models_driver.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define EACH_CTYPE(X) X(isalnum) X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint) \
  X(ispunct) X(isspace) X(isupper) X(isxdigit) X(isascii)
#define EACH_ROUND(X) X(trunc) X(floor) X(ceil) X(round) X(rint) X(nearbyint) X(fabs)
#define EACH_PAIR(X) X(fmod) X(fmax) X(fmin) X(fdim) X(copysign)
EACH_CTYPE(DECLARE)
EACH_ROUND(DECLARE)
EACH_PAIR(DECLARE)
DECLARE(truncf) DECLARE(floorf) DECLARE(ceilf) DECLARE(roundf) DECLARE(rintf) DECLARE(nearbyintf) DECLARE(fabsf)
DECLARE(fmodf) DECLARE(fmaxf) DECLARE(fminf) DECLARE(fdimf) DECLARE(copysignf) DECLARE(modf) DECLARE(modff)
DECLARE(lround) DECLARE(llround) DECLARE(lrint) DECLARE(llrint) DECLARE(lroundf) DECLARE(lrintf) DECLARE(nan)
DECLARE(llroundf) DECLARE(llrintf) DECLARE(nanf)
extern int model___isnan(double), model___isinf(double), model___finite(double), model___fpclassify(double);
extern int model___signbit(double), model___isnanf(float), model___isinff(float), model___finitef(float);
extern int model___fpclassifyf(float), model___signbitf(float), model_finite(double), model_finitef(float);
DECLARE(tolower) DECLARE(toupper) DECLARE(toascii)
DECLARE(memcmp) DECLARE(memchr) DECLARE(memrchr) DECLARE(memccpy) DECLARE(memmem) DECLARE(mempcpy) DECLARE(bcmp)
DECLARE(rawmemchr) DECLARE(bzero) DECLARE(explicit_bzero) DECLARE(bcopy) extern void *model___mempcpy(void *,
const void *, size_t);
DECLARE(strlen) DECLARE(strnlen) DECLARE(strcpy) DECLARE(strncpy) DECLARE(stpcpy) DECLARE(stpncpy) DECLARE(strcat)
DECLARE(strncat) DECLARE(strcmp) DECLARE(strncmp) DECLARE(strcoll) DECLARE(strchr) DECLARE(strrchr) DECLARE(strchrnul)
DECLARE(index) DECLARE(rindex) DECLARE(strspn) DECLARE(strcspn) DECLARE(strpbrk) DECLARE(strstr) DECLARE(strtok)
DECLARE(strtok_r) DECLARE(strsep) DECLARE(strcasecmp) DECLARE(strncasecmp) DECLARE(strcasestr) DECLARE(strdup)
DECLARE(strndup) DECLARE(realloc) DECLARE(reallocarray) DECLARE(posix_memalign) DECLARE(aligned_alloc)
DECLARE(strtol) DECLARE(strtoul) DECLARE(strtoll) DECLARE(strtoull) DECLARE(strtoimax) DECLARE(strtoumax)
DECLARE(atoi) DECLARE(atol) DECLARE(atoll) DECLARE(abs) DECLARE(labs) DECLARE(llabs) DECLARE(imaxabs)
DECLARE(ffs) DECLARE(ffsl) DECLARE(ffsll)
DECLARE(div) DECLARE(ldiv) DECLARE(lldiv) DECLARE(imaxdiv) DECLARE(qsort) DECLARE(bsearch)
extern const unsigned short **model___ctype_b_loc(void);
extern const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);

static char *block(const void *from, size_t n) { return memcpy(malloc(n + !n), from, n); }

/* A random string of few different characters, in a block of its own size. */
static char *word(unsigned most) {
  static const char letters[] = "aabAB. \t\351\x80z_";
  char text[32];
  unsigned n = below(most + 1);
  for (unsigned i = 0; i < n; i++) text[i] = letters[below(sizeof letters - 1)];
  text[n] = 0;
  return block(text, n + 1);
}

#define SAME_PLACE(f, base, ...) same(f(__VA_ARGS__) == model_##f(__VA_ARGS__), #f)
#define SAME_SIGN(f, ...) same(sign(f(__VA_ARGS__)) == sign(model_##f(__VA_ARGS__)), #f)

static void strings(void) {
  char *s = word(8), *t = word(4), shown[80];
  size_t a = strlen(s), b = strlen(t), n = below(10), least = a < b ? a : b;
  int c = below(4) ? s[below((unsigned)a + 1)] : (int)below(300);
  snprintf(shown, sizeof shown, "\"%s\", \"%s\", %zu, %d", s, t, n, c);
  context = shown;
  SAME_PLACE(strlen, s, s);
  SAME_PLACE(strnlen, s, s, n);
  SAME_PLACE(strchr, s, s, c);
  SAME_PLACE(strrchr, s, s, c);
  SAME_PLACE(strchrnul, s, s, c);
  SAME_PLACE(index, s, s, c);
  SAME_PLACE(rindex, s, s, c);
  SAME_PLACE(strspn, s, s, t);
  SAME_PLACE(strcspn, s, s, t);
  SAME_PLACE(strpbrk, s, s, t);
  SAME_PLACE(strstr, s, s, t);
  SAME_PLACE(strcasestr, s, s, t);
  SAME_PLACE(memchr, s, s, c, a);
  SAME_PLACE(memrchr, s, s, c, a);
  SAME_PLACE(memmem, s, s, a, t, b);
  SAME_PLACE(rawmemchr, s, s, s[a / 2]);
  SAME_SIGN(strcmp, s, t);
  SAME_SIGN(strcoll, s, t);
  SAME_SIGN(strncmp, s, t, n);
  SAME_SIGN(strcasecmp, s, t);
  SAME_SIGN(strncasecmp, s, t, n);
  SAME_SIGN(memcmp, s, t, least);
  same(!bcmp(s, t, least) == !model_bcmp(s, t, least), "bcmp");
  char left[40], right[40];
#define SAME_COPY(f, size, call) \
  do { \
    memset(left, 7, sizeof left); \
    strcpy(left, t); \
    memcpy(right, left, sizeof left); \
    char *to = left; \
    long x = (char *)f call - left; \
    char *exact = block(right, size); \
    to = exact; \
    long y = (char *)model_##f call - exact; \
    same(x == y && memcmp(left, exact, size) == 0, #f); \
    free(exact); \
  } while (0)
  SAME_COPY(strcpy, (a > b ? a : b) + 1, (to, s));
  SAME_COPY(stpcpy, (a > b ? a : b) + 1, (to, s));
  SAME_COPY(strncpy, (n > b ? n : b + 1), (to, s, n));
  SAME_COPY(stpncpy, (n > b ? n : b + 1), (to, s, n));
  SAME_COPY(strcat, a + b + 1, (to, s));
  SAME_COPY(strncat, (a < n ? a : n) + b + 1, (to, s, n));
  SAME_COPY(mempcpy, a + b + 1, (to, s, a));
  void *found = memccpy(memset(left, 7, 40), s, c, a), *mine = model_memccpy(memset(right, 7, 40), s, c, a);
  same(!found == !mine && (!found || (char *)found - left == (char *)mine - right) && !memcmp(left, right, 40),
      "memccpy");
  bcopy(left, left + 1, 20), model_bcopy(right, right + 1, 20);
  same(memcmp(left, right, 40) == 0, "bcopy");
  bzero(left, n), model_bzero(right, n), explicit_bzero(left + 20, n), model_explicit_bzero(right + 20, n);
  same(memcmp(left, right, 40) == 0, "bzero");
  char *d = model_strdup(s), *e = model_strndup(s, n), *e2 = strndup(s, n);
  same(strcmp(d, s) == 0 && strcmp(e, e2) == 0, "strdup");
  free(d), free(e), free(e2);
  char *u = block(s, a + 1), *v = block(s, a + 1), *p, *q, *ru = 0, *rv = 0;
  int way = (int)below(3);
  if (*t == 0 && way == 2) way = 1;
  char *su = u, *sv = v;
  for (int i = 0; i < 12; i++) {
    p = way == 0 ? strtok_r(i ? 0 : u, t, &ru) : way == 1 ? strsep(&su, t) : strtok(i ? 0 : u, t);
    q = way == 0 ? model_strtok_r(i ? 0 : v, t, &rv) : way == 1 ? model_strsep(&sv, t) : model_strtok(i ? 0 : v, t);
    same(!p == !q && (!p || (p - u == q - v && strcmp(p, q) == 0)), "strtok");
    if (!p) break;
  }
  free(u), free(v), free(s), free(t);
}

static void characters(void) {
  const unsigned short *table = *model___ctype_b_loc(), *real = *__ctype_b_loc();
  const int *lower = *model___ctype_tolower_loc(), *upper = *model___ctype_toupper_loc();
  for (int c = -1; c < 256; c++) {
    char shown[20];
    snprintf(shown, sizeof shown, "%d", c);
    context = shown;
#define SAME_TRUTH(f) same(!(f)(c) == !model_##f(c), #f);
    EACH_CTYPE(SAME_TRUTH)
    same((tolower)(c) == model_tolower(c) && (toupper)(c) == model_toupper(c) && (toascii)(c) == model_toascii(c),
        "tolower");
  }
  for (int c = -128; c < 256; c++) {
    same(table[c] == real[c], "__ctype_b_loc");
    same(lower[c] == (*__ctype_tolower_loc())[c] && upper[c] == (*__ctype_toupper_loc())[c], "__ctype_tolower_loc");
  }
}

static void numbers(void) {
  static const char *starts[] = {"", " ", "\t-", "+", "-", "0x", "0X", "-0x", "0", "00", "--", "0x0x", " -0"};
  static const char *ends[] = {"", "", "", " ", "x", "g", "9", "\377", "z"};
  static const char *values[] = {"2147483647", "2147483648", "9223372036854775807", "9223372036854775808",
      "18446744073709551615",
                                 "18446744073709551616", "7fffffffffffffff", "ffffffffffffffff", "777", "zz",
                                     "99999999999999999999999"};
  static const int bases[] = {0, 10, 16, 8, 2, 36, 7, 1, -3, 37};
  char text[80], *s, *x, *y;
  int base = bases[below(10)];
  snprintf(text, sizeof text, "%s", starts[below(13)]);
  if (below(2)) strcat(text, values[below(11)]);
  else for (unsigned i = below(24), j; i > 0; i--) j = (unsigned)strlen(text),
      text[j] = "0123456789afAFzZ"[below(16)], text[j + 1] = 0;
  strcat(text, ends[below(9)]);
  context = text;
  s = block(text, strlen(text) + 1);
#define SAME_NUMBER(f) \
  do { \
    errno = 0; \
    __typeof__(f(s, &x, base)) u = f(s, &x, base); \
    int error = errno == EINVAL && base != 1 && base >= 0 && base <= 36 ? 0 : errno; \
    errno = 0; \
    __typeof__(u) v = model_##f(s, &y, base); \
    same(u == v && error == errno && (error == EINVAL || x == y), #f); \
  } while (0)
  SAME_NUMBER(strtol);
  SAME_NUMBER(strtoul);
  SAME_NUMBER(strtoll);
  SAME_NUMBER(strtoull);
  SAME_NUMBER(strtoimax);
  SAME_NUMBER(strtoumax);
  same(atoi(s) == model_atoi(s) && atol(s) == model_atol(s) && atoll(s) == model_atoll(s), "atoi");
  free(s);
}

static void divisions(void) {
  long long x = (long long)((unsigned long long)below(~0U) << 32 | below(~0U)) >> below(63),
      y = (int)below(~0U) >> below(30);
  if (y == 0) y = -5;
  int i = (int)x, j = (int)y;
  if (i == INT_MIN) i++;
  if (x == LLONG_MIN) x++;
  div_t a = div(i, j), b = model_div(i, j);
  ldiv_t c = ldiv(x, y), d = model_ldiv(x, y);
  lldiv_t e = lldiv(x, y), f = model_lldiv(x, y);
  imaxdiv_t g = imaxdiv(x, y), h = model_imaxdiv(x, y);
  same(a.quot == b.quot && a.rem == b.rem && c.quot == d.quot && c.rem == d.rem, "div");
  same(e.quot == f.quot && e.rem == f.rem && g.quot == h.quot && g.rem == h.rem, "lldiv");
  same(abs(i) == model_abs(i) && labs(x) == model_labs(x) && llabs(x) == model_llabs(x)
      && imaxabs(x) == model_imaxabs(x), "abs");
  same(ffs(i) == model_ffs(i) && ffsl(x) == model_ffsl(x) && ffsll(x) == model_ffsll(x), "ffs");
}

struct item { short key; char tag; };

static int by_key(const void *x, const void *y) {
  return ((const struct item *)x)->key - ((const struct item *)y)->key;
}

static void sorting(void) {
  struct item mine[12], other[12];
  size_t n = below(13);
  for (size_t i = 0; i < n; i++) mine[i].key = (short)below(16), mine[i].tag = (char)i;
  memcpy(other, mine, sizeof mine);
  struct item *exact = (struct item *)block(mine, n * sizeof *exact);
  model_qsort(exact, n, sizeof *exact, by_key);
  qsort(other, n, sizeof *other, by_key);
  int seen = 0;
  for (size_t i = 0; i < n; i++) same(exact[i].key == other[i].key, "qsort"), seen |= 1 << exact[i].tag;
  same(seen == (1 << n) - 1, "qsort");
  struct item key = {(short)below(16), 0}, *p = bsearch(&key, exact, n, sizeof key, by_key), *q = model_bsearch(&key,
      exact, n, sizeof key, by_key);
  same(!p == !q && (!p || p->key == q->key), "bsearch");
  free(exact);
}

static void allocation(void) {
  size_t n = 1 + below(40), m = 1 + below(40);
  char *p = malloc(n);
  for (size_t i = 0; i < n; i++) p[i] = (char)i;
  p = below(2) ? model_realloc(p, m) : model_reallocarray(p, m, 1);
  for (size_t i = 0; i < n && i < m; i++) same(p[i] == (char)i, "realloc");
  memset(p, 1, m);
  same(model_realloc(p, 0) == 0, "realloc");
  errno = 0;
  same(model_reallocarray(0, ~(size_t)0 / 2, 3) == 0 && errno == ENOMEM, "reallocarray");
  void *q = 0, *r = 0;
  size_t alignment = below(40);
  int fits = alignment == 8 || alignment == 16 || alignment == 32; /* the sanitiser ends the program for others */
  int x = fits ? posix_memalign(&q, alignment, 8) : EINVAL, y = model_posix_memalign(&r, alignment, 8);
  same(x == y && !q == !r, "posix_memalign");
  free(q), free(r), free(model_aligned_alloc(16, 32));
}

static void floats(void) {
  double x = number(), y = number(), p, q;
  float f = (float)x, g = (float)y, h, k;
  char shown[80];
  snprintf(shown, sizeof shown, "%a, %a", x, y);
  context = shown;
#define SAME_ONE(f) same(equal(f(x), model_##f(x)), #f);
  EACH_ROUND(SAME_ONE)
#define SAME_FLOAT(name) same(equal(name(f), model_##name(f)), #name);
  SAME_FLOAT(truncf) SAME_FLOAT(floorf) SAME_FLOAT(ceilf) SAME_FLOAT(roundf)
  SAME_FLOAT(rintf) SAME_FLOAT(nearbyintf) SAME_FLOAT(fabsf)
  same(equal(modf(x, &p), model_modf(x, &q)) && equal(p, q), "modf");
  same(equal(modff(f, &h), model_modff(f, &k)) && equal(h, k), "modff");
  same(equal(fmod(x, y), model_fmod(x, y)), "fmod");
  same(equal(fmodf(f, g), model_fmodf(f, g)), "fmodf");
  same(equal(fdim(x, y), model_fdim(x, y)) && equal(fdimf(f, g), model_fdimf(f, g)), "fdim");
  if (!(x == 0 && y == 0)) same(equal(fmax(x, y), model_fmax(x, y)) && equal(fmin(x, y), model_fmin(x, y)), "fmax");
  if (!(f == 0 && g == 0)) same(equal(fmaxf(f, g), model_fmaxf(f, g)) && equal(fminf(f, g), model_fminf(f, g)),
      "fmaxf");
  if (y == y) same(equal(copysign(x, y), model_copysign(x, y)) && equal(copysignf(f, g), model_copysignf(f, g)),
      "copysign");
  if (x > -9e18 && x < 9e18)
    same(lround(x) == model_lround(x) && lrint(x) == model_lrint(x) && llround(x) == model_llround(x)
        && llrint(x) == model_llrint(x), "lround");
  if (f > -9e18f && f < 9e18f)
    same(lroundf(f) == model_lroundf(f) && lrintf(f) == model_lrintf(f) && llroundf(f) == model_llroundf(f)
        && llrintf(f) == model_llrintf(f), "lroundf");
  same(!isnan(x) == !model___isnan(x) && sign(isinf(x)) == sign(model___isinf(x))
      && !isfinite(x) == !model___finite(x), "__isnan");
  same(!isnan(f) == !model___isnanf(f) && sign(isinf(f)) == sign(model___isinff(f))
      && !isfinite(f) == !model___finitef(f), "__isnanf");
  same(fpclassify(x) == model___fpclassify(x) && fpclassify(f) == model___fpclassifyf(f), "__fpclassify");
  same(!isfinite(x) == !model_finite(x) && !isfinite(f) == !model_finitef(f), "finite");
  if (x == x) same(!signbit(x) == !model___signbit(x) && !signbit(f) == !model___signbitf(f), "__signbit");
  same(isnan(model_nan("")) && isnan(model_nanf("")), "nan");
}

int main(void) {
  characters();
  for (int i = 0; i < 20000; i++) strings();
  for (int i = 0; i < 20000; i++) numbers();
  for (int i = 0; i < 5000; i++) divisions();
  for (int i = 0; i < 3000; i++) sorting();
  for (int i = 0; i < 1000; i++) allocation();
  for (int i = 0; i < 20000; i++) floats();
  puts("equal");
  return 0;
}
