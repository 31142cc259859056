/* Memory: regions that are reserved once and take pages as they are written. */
#define _GNU_SOURCE
#include "search.h"

#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif
#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

enum { HUGE_FROM = 4 << 20 };

static u8 *mapped(u64 size) {
  void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return base == MAP_FAILED ? NULL : base;
}

/* Reserve up to a size, at least the least; the region says how much it is. */
int region_reserve(Region *region, u64 size, u64 least) {
  for (size = (size + 4095) / 4096 * 4096; size >= least && size > 0; size = size / 2 / 4096 * 4096) {
    if ((region->base = mapped(size))) {
      region->size = size;
#ifdef MADV_HUGEPAGE
      if (size >= HUGE_FROM) madvise(region->base, size, MADV_HUGEPAGE);
#endif
      return 1;
    }
  }
  region->base = NULL;
  region->size = 0;
  return 0;
}

/* A table of exactly this size, all zero. */
int region_table(Region *region, u64 size) { return region_reserve(region, size, size); }

void region_free(Region *region) {
  if (region->base) munmap(region->base, region->size);
  region->base = NULL;
  region->size = 0;
}
