// Where an object is, is left open: an alignment that is looked at has no answer, and the verdict says why.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *number = malloc(sizeof *number);
    if (number == NULL) {
        return 0;
    }
    *number = 1;
    assert(((uintptr_t)number & 3) == 0);
    free(number);
    return 0;
}
