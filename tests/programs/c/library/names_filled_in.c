// The template is filled in, and is what is returned; a terminal is written where it is told.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char template[] = "dXXXXXX", terminal[L_ctermid] = "", *made = mkdtemp(template);
  assert(made == 0 || made == template);
  assert(ctermid(terminal) == terminal && template[0] == 'd' && template[7] == 0);
  assert(CLAIM);
  return 0;
}
