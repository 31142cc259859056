/* <paths.h>: BSD */
#ifndef _PATHS_H
#define _PATHS_H
#include <features.h>
#endif
