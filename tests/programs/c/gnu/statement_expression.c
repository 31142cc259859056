// A block with a value.
#include <assert.h>

#define max(a, b)      \
  ({                   \
    int _a = (a);      \
    int _b = (b);      \
    _a > _b ? _a : _b; \
  })

int main(void) {
  int i = 1;
  assert(max(i++, 5) == 5 && i == 2);
  int j = ({
    if (i > 1)
      goto out;
    7;
  });
  assert(0);
out:
  return max(i, 0) == 2;
}
