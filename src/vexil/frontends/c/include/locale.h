/* <locale.h>: C11 7.11 */
#ifndef _LOCALE_H
#define _LOCALE_H
#define __VEXIL_NEED_locale_t
#include <__vexil/types.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
struct lconv {
  char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
  char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
  char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn;
  char n_sign_posn, int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn;
  char int_n_sign_posn;
};
char *setlocale(int, const char *);
struct lconv *localeconv(void);
#ifdef __VEXIL_POSIX
#define LC_CTYPE_MASK 1
#define LC_ALL_MASK 8127
locale_t newlocale(int, const char *, locale_t);
locale_t uselocale(locale_t);
locale_t duplocale(locale_t);
void freelocale(locale_t);
#endif
#endif
