/* <tar.h>: POSIX */
#ifndef _TAR_H
#define _TAR_H
#include <features.h>
#define TSUID 2048
#define TSGID 1024
#define TSVTX 512
#define TUREAD 256
#define TUWRITE 128
#define TUEXEC 64
#define TGREAD 32
#define TGWRITE 16
#define TGEXEC 8
#define TOREAD 4
#define TOWRITE 2
#define TOEXEC 1
#define REGTYPE 48
#define AREGTYPE 0
#define LNKTYPE 49
#define SYMTYPE 50
#define CHRTYPE 51
#define BLKTYPE 52
#define DIRTYPE 53
#define FIFOTYPE 54
#define CONTTYPE 55
#define TMAGIC "ustar"
#define TMAGLEN 6
#define TVERSION "00"
#define TVERSLEN 2
#endif
