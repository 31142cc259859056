// Where bit-fields, packed and aligned members lie, byte by byte.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct plain {
  _Bool a : 1;
  _Bool b : 1;
  signed c : 2;
  int : 0;
  unsigned char d : 5;
  unsigned short e : 9;
  unsigned : 3;
  unsigned f : 30;
};

struct __attribute__((packed)) dense {
  unsigned a : 3;
  unsigned b : 13;
  unsigned c : 20;
};

struct __attribute__((packed)) packed {
  char a;
  int b;
  short c;
  long long d;
};

struct aligned {
  char a;
  int b __attribute__((aligned(16)));
  char c;
} __attribute__((aligned(32)));

#pragma pack(push, 2)
struct pragma {
  char a;
  int b;
  double c;
  char d;
};
#pragma pack(pop)

static void show(const void *object, size_t size) {
  const unsigned char *bytes = object;
  for (size_t i = 0; i < size; i++) printf("%02x", bytes[i]);
  puts("");
}

int main(void) {
  struct plain plain;
  memset(&plain, 0, sizeof plain);
  plain.a = 4, plain.c = -2, plain.d = 33, plain.e = 0x155, plain.f = 0x3abcdef1;
  plain.a ^= 1, plain.b |= 2, plain.c--;
  show(&plain, sizeof plain);
  printf("%d %d %d %d %d %x\n", plain.a, plain.b, plain.c, plain.d, plain.e, (unsigned)plain.f);

  struct dense dense;
  memset(&dense, 0, sizeof dense);
  dense.a = 5, dense.b = 0x1abc, dense.c = 0xfedcb;
  dense.b += 3, dense.c--, dense.a <<= 1;
  show(&dense, sizeof dense);

  struct packed packed = {1, 0x01020304, -5, 0x1122334455667788LL};
  show(&packed, sizeof packed);
  printf("%x %zu %zu\n", (unsigned)packed.b, offsetof(struct packed, d), _Alignof(struct packed));

  printf("%zu %zu %zu\n", sizeof(struct aligned), offsetof(struct aligned, b), offsetof(struct aligned, c));
  printf("%zu %zu\n", sizeof(struct pragma), offsetof(struct pragma, c));
  return sizeof(struct dense);
}
