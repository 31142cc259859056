// Functions of string.h, ctype.h and stdlib.h.
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  char key[8];
  int value;
};

static int sign(int x) { return (x > 0) - (x < 0); }

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_value(const void *a, const void *b) {
  return ((const struct record *)a)->value - ((const struct record *)b)->value;
}

static void show_sorting(void) {
  int numbers[] = {5, 2, 9, -1, 7, 3};
  qsort(numbers, 6, sizeof numbers[0], by_number);
  for (int i = 0; i < 6; i++) printf("%d ", numbers[i]);
  int wanted = 7;
  int *found = bsearch(&wanted, numbers, 6, sizeof numbers[0], by_number);
  printf("at %d, ", (int)(found - numbers));
  wanted = 8;
  printf("%d\n", bsearch(&wanted, numbers, 6, sizeof numbers[0], by_number) == NULL);
  char *words[] = {"pear", "apple", "fig"};
  qsort(words, 3, sizeof words[0], by_text);
  printf("%s %s %s\n", words[0], words[1], words[2]);
  struct record records[] = {{"x", 3}, {"y", 1}, {"z", 2}};
  qsort(records, 3, sizeof records[0], by_value);
  printf("%s%s%s\n", records[0].key, records[1].key, records[2].key);
}

static void show_numbers(void) {
  char *end;
  long number = strtol(" -0x1fz", &end, 0);
  printf("%ld %s\n", number, end);
  printf("%ld %ld %lu\n", strtol("077", 0, 0), strtol("zz", 0, 36), strtoul("-1", 0, 10) + 3);
  errno = 0;
  number = strtol("99999999999999999999", 0, 10);
  printf("%d %d\n", number == LONG_MAX, errno == ERANGE);
  printf("%d %d %lld\n", atoi("-42x"), atoi("abc"), strtoll("-123456789012", 0, 10));
  div_t divided = div(-7, 2);
  printf("%d %d %d %ld\n", divided.quot, divided.rem, abs(-3), labs(-4L));
}

static void show_characters(void) {
  const char *kinds = "aZ5 \t!_\n~";
  for (const char *c = kinds; *c; c++)
    printf("%d%d%d%d%d%d ", !!isalpha(*c), !!isdigit(*c), !!isspace(*c), !!isupper(*c), !!isxdigit(*c), !!ispunct(*c));
  printf("%c%c%c %d\n", toupper('q'), tolower('Q'), toupper('1'), !!isalpha(EOF));
}

static void show_strings(void) {
  char buffer[32] = "abcdefgh";
  memmove(buffer + 2, buffer, 5);
  puts(buffer);
  memmove(buffer, buffer + 1, 6);
  puts(buffer);
  printf("%d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("\xff", "a")), sign(strncmp("abcX", "abcY", 3)));
  printf("%s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'));
  printf("%s %s\n", strstr("haystack", "st"), strpbrk("hello", "xyl"));
  printf("%d %d\n", strchr("abc", 'z') == 0, *strchr("abc", 0));
  printf("%d %d %d\n", (int)strspn("aabbc", "ab"), (int)strcspn("hello", "lo"), (int)strnlen("hello", 3));
  char list[] = "a,b;;c";
  for (char *part = strtok(list, ",;"); part; part = strtok(0, ",;")) printf("[%s]", part);
  strncpy(buffer, "hi", 5);
  strcat(buffer, "!!");
  strncat(buffer, "abcdef", 2);
  printf(" %s %d\n", buffer, sign(memcmp("abc\0d", "abc\0e", 5)));
  char *duplicate = strdup("duplicate");
  printf("%s %d\n", duplicate, memchr(duplicate, 'c', 9) == duplicate + 5);
  free(duplicate);
}

int main(void) {
  show_sorting();
  show_numbers();
  show_characters();
  show_strings();
  return (int)strlen("ab\0cd");
}
