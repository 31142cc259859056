/* <error.h>: GNU */
#ifndef _ERROR_H
#define _ERROR_H
#include <features.h>
extern void (*error_print_progname)(void);
extern unsigned error_message_count;
extern int error_one_per_line;
void error(int, int, const char *, ...);
void error_at_line(int, int, const char *, unsigned, const char *, ...);
#endif
