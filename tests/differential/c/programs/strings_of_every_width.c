// Escapes, adjacent literals and characters beyond the first plane, in strings of every kind.
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

#define SHOW(string)                                                                                                   \
  do {                                                                                                                 \
    printf("%2d:", (int)sizeof(string));                                                                               \
    for (unsigned i = 0; i < sizeof(string) / sizeof((string)[0]); i++) printf(" %x", (unsigned)(string)[i]);          \
    puts("");                                                                                                          \
  } while (0)

static const unsigned char escapes[] = "\a\b\f\n\r\t\v\\\'\"\?\0\01\012\xff\x7"
                                       "1"
                                       "\1"
                                       "1";

int main(void) {
  SHOW(escapes);
  SHOW(L"a\x1234" L"b" "c\u20ac");
  SHOW(L"\x1234" "ab");
  SHOW(L"\xffff1234z");
  SHOW(L"é€😀");
  SHOW(L"\200\377");
  SHOW(u"h\u00e9\U0001F600z");
  SHOW(u"\xd800" u"a");
  SHOW(u"\x1234" u"5f");
  SHOW(u"😀" "😀");
  SHOW(U"\U0001F600\xffffffff" U"f");
  SHOW((const unsigned char[]){u8"\u20acA"});
  SHOW((const unsigned char[]){"é€😀"});
  SHOW("a\0b\0");

  wchar_t braced[] = {L"wide"};
  char16_t longer[6] = u"x";
  SHOW(braced);
  SHOW(longer);

  printf("%d %d %d %d %d\n", '\377', '\xff', 'ab', L'\xff', u'\u20ac');
  char exact[3] = "abc", rows[][3] = {[1] = "xy", "z"}, parenthesised[] = ("paren");
  printf("%.3s %d [%s] [%s] [%s]\n", exact, (int)sizeof rows, rows[0], rows[1], rows[2]);
  printf("%s %c%c %s\n", parenthesised, "hello"[1], 1["hello"], __func__);
  puts("one line \
and the next");
  return sizeof("abc" "def");
}
