/* What a step leaves open, and what code of choices refers to. */
#ifndef VEXIL_CHOICES_H
#define VEXIL_CHOICES_H
#include <stdint.h>

typedef struct {
    int64_t low, high, low_top, high_top; /* the lower and the upper words of both ends */
} bound_info;

typedef struct {
    uint32_t rows, arguments;
    const uint32_t *sizes;   /* the number of values of each argument */
    const uint32_t *starts;  /* by row: where its results begin */
    const int64_t *results;
} relation_info;

/* Values that are tried in place of more than so many. */
typedef struct {
    uint64_t more_than;
    uint64_t count;
    const int64_t *values;
    uint32_t with_ends; /* whether the ends of what is offered are tried as well */
    uint32_t sampled;   /* as in offer */
} tried_info;

typedef struct {
    uint8_t kind;   /* 0: nothing is open, 1: a range, 2: a list */
    int64_t low, high;
    uint64_t count;
    int64_t *values;
    uint64_t values_capacity;
    uint32_t clipped_low, clipped_high; /* 1 + the bound that removed values */
    uint32_t sampled;                   /* 1 + the bound that stands for values that are not tried */
    uint32_t is_unsigned;
} offer;

#endif
