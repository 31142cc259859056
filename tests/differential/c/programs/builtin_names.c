// The library under the names that the compiler gives to it, without any header.
int main(void) {
  char text[10];
  __builtin_strcpy(text, "hey");
  __builtin_printf("%d %d\n", (int)__builtin_strlen(text), __builtin_strcmp(text, "hey"));
  __builtin_printf("%d %d\n", __builtin_memcmp(text, "hex", 2), __builtin_strchr(text, 'y') == text + 2);
  __builtin_memset(text, 'z', 2);
  __builtin_puts(text);

  int *one = __builtin_malloc(sizeof *one);
  *one = 3;
  __builtin_printf("%d\n", *one);
  one = __builtin_realloc(one, 2 * sizeof *one);
  one[1] = 4;
  __builtin_printf("%d %d\n", one[0], one[1]);
  __builtin_free(one);

  int *two = __builtin_calloc(2, sizeof *two);
  __builtin_printf("%d\n", two[1]);
  __builtin_memcpy(two, (int[]){7, 8}, 2 * sizeof *two);
  __builtin_memmove(two, two + 1, sizeof *two);
  __builtin_printf("%d %d\n", two[0], two[1]);
  __builtin_free(two);

  __builtin_putchar('c');
  __builtin_putchar('\n');
  __builtin_printf("%d\n", __builtin_abs(-5));
  __builtin_exit(6);
}
