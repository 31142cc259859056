/* <regex.h>: POSIX */
#ifndef _REGEX_H
#define _REGEX_H
#include <sys/types.h>
#define RE_BACKSLASH_ESCAPE_IN_LISTS 1
#define RE_BK_PLUS_QM 2
#define RE_CHAR_CLASSES 4
#define RE_CONTEXT_INDEP_ANCHORS 8
#define RE_CONTEXT_INDEP_OPS 16
#define RE_CONTEXT_INVALID_OPS 32
#define RE_DOT_NEWLINE 64
#define RE_DOT_NOT_NULL 128
#define RE_HAT_LISTS_NOT_NEWLINE 256
#define RE_INTERVALS 512
#define RE_LIMITED_OPS 1024
#define RE_NEWLINE_ALT 2048
#define RE_NO_BK_BRACES 4096
#define RE_NO_BK_PARENS 8192
#define RE_NO_BK_REFS 16384
#define RE_NO_BK_VBAR 32768
#define RE_NO_EMPTY_RANGES 65536
#define RE_UNMATCHED_RIGHT_PAREN_ORD 131072
#define RE_NO_POSIX_BACKTRACKING 262144
#define RE_NO_GNU_OPS 524288
#define RE_DEBUG 1048576
#define RE_INVALID_INTERVAL_ORD 2097152
#define RE_ICASE 4194304
#define RE_CARET_ANCHORS_HERE 8388608
#define RE_CONTEXT_INVALID_DUP 16777216
#define RE_NO_SUB 33554432
#define RE_SYNTAX_EMACS 0
#define RE_SYNTAX_AWK 778445
#define RE_SYNTAX_GNU_AWK 2339405
#define RE_SYNTAX_POSIX_AWK 2863869
#define RE_SYNTAX_GREP 68166
#define RE_SYNTAX_EGREP 2341468
#define RE_SYNTAX_POSIX_EGREP 2341468
#define RE_SYNTAX_ED 16843462
#define RE_SYNTAX_SED 16843462
#define RE_SYNTAX_POSIX_BASIC 16843462
#define RE_SYNTAX_POSIX_MINIMAL_BASIC 67268
#define RE_SYNTAX_POSIX_EXTENDED 242428
#define RE_SYNTAX_POSIX_MINIMAL_EXTENDED 258796
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_STARTEND 4
#define REG_ENOSYS (-1)
#define REG_NOERROR 0
#define REG_NOMATCH 1
#define REG_BADPAT 2
#define REG_ECOLLATE 3
#define REG_ECTYPE 4
#define REG_EESCAPE 5
#define REG_ESUBREG 6
#define REG_EBRACK 7
#define REG_EPAREN 8
#define REG_EBRACE 9
#define REG_BADBR 10
#define REG_ERANGE 11
#define REG_ESPACE 12
#define REG_BADRPT 13
#define REG_EEND 14
#define REG_ESIZE 15
#define REG_ERPAREN 16
#define REGS_UNALLOCATED 0
#define REGS_REALLOCATE 1
#define REGS_FIXED 2
#define RE_NREGS 30
struct re_dfa_t;
typedef unsigned long reg_syntax_t;
struct re_pattern_buffer {
  struct re_dfa_t *buffer;
  unsigned long allocated;
  unsigned long used;
  reg_syntax_t syntax;
  char *fastmap;
  unsigned char *translate;
  size_t re_nsub;
  unsigned can_be_null : 1;
  unsigned regs_allocated : 2;
  unsigned fastmap_accurate : 1;
  unsigned no_sub : 1;
  unsigned not_bol : 1;
  unsigned not_eol : 1;
  unsigned newline_anchor : 1;
};
typedef struct re_pattern_buffer regex_t;
typedef int regoff_t;
typedef struct {
  regoff_t rm_so;
  regoff_t rm_eo;
} regmatch_t;
int regcomp(regex_t *, const char *, int);
int regexec(const regex_t *, const char *, size_t, regmatch_t[], int);
size_t regerror(int, const regex_t *, char *, size_t);
void regfree(regex_t *);
#endif
