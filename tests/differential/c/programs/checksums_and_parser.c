// Small programs of the kind that people write: a CRC, base64, a recursive parser, a stack machine, a tree.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t crc(const void *data, size_t size) {
  const uint8_t *bytes = data;
  uint32_t result = ~0u;
  while (size--) {
    result ^= *bytes++;
    for (int bit = 0; bit < 8; bit++) result = result & 1 ? 0xedb88320u ^ result >> 1 : result >> 1;
  }
  return ~result;
}

static void encode(const uint8_t *in, int size, char *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < size; i += 3) {
    uint32_t bits = in[i] << 16 | (i + 1 < size ? in[i + 1] << 8 : 0) | (i + 2 < size ? in[i + 2] : 0);
    *out++ = digits[bits >> 18];
    *out++ = digits[bits >> 12 & 63];
    *out++ = i + 1 < size ? digits[bits >> 6 & 63] : '=';
    *out++ = i + 2 < size ? digits[bits & 63] : '=';
  }
  *out = 0;
}

struct token {
  enum { NUMBER, OPERATOR, END } kind;
  union {
    int number;
    char sign;
  };
};

static const char *source;
static struct token token;

static void advance(void) {
  while (*source == ' ') source++;
  if (!*source) {
    token = (struct token){.kind = END};
  } else if (*source >= '0' && *source <= '9') {
    int number = 0;
    do number = number * 10 + (*source - '0');
    while (*++source >= '0' && *source <= '9');
    token = (struct token){NUMBER, {number}};
  } else {
    token = (struct token){OPERATOR, {.sign = *source++}};
  }
}

static int expression(int above);

static int primary(void) {
  int value = 0;
  if (token.kind == NUMBER) {
    value = token.number;
    advance();
  } else if (token.sign == '-') {
    advance();
    value = -primary();
  } else if (token.sign == '(') {
    advance();
    value = expression(0);
    advance();
  }
  return value;
}

static int precedence(char sign) {
  switch (sign) {
  case '+':
  case '-': return 1;
  case '*':
  case '/': return 2;
  default: return 0;
  }
}

static int expression(int above) {
  int left = primary();
  while (token.kind == OPERATOR && precedence(token.sign) > above) {
    char sign = token.sign;
    advance();
    int right = expression(precedence(sign));
    left = sign == '+' ? left + right : sign == '-' ? left - right : sign == '*' ? left * right : left / right;
  }
  return left;
}

enum { PUSH, ADD, DUPLICATE, DECREMENT, PRINT, JUMP_UNLESS_ZERO, HALT };

static int execute(const signed char *code) {
  int stack[16], *top = stack;
  for (;;) switch (*code++) {
    case PUSH: *top++ = *code++; break;
    case ADD: top--, top[-1] += *top; break;
    case DUPLICATE: *top = top[-1], top++; break;
    case DECREMENT: --top[-1]; break;
    case PRINT: printf("%d ", *--top); break;
    case JUMP_UNLESS_ZERO:
      if (*--top) code += *code;
      code++;
      break;
    case HALT: return (int)(top - stack);
    }
}

struct node {
  int value;
  struct node *left, *right;
};

static struct node *inserted(struct node *tree, int value) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    *tree = (struct node){value};
  } else if (value < tree->value) {
    tree->left = inserted(tree->left, value);
  } else {
    tree->right = inserted(tree->right, value);
  }
  return tree;
}

static void print_and_free(struct node *tree) {
  if (!tree) return;
  print_and_free(tree->left);
  printf("%d ", tree->value);
  print_and_free(tree->right);
  free(tree);
}

int main(void) {
  printf("%08x\n", crc("123456789", 9));
  char text[32];
  encode((const uint8_t *)"hello world", 11, text);
  puts(text);
  source = "2 + 3 * (4 - -1) / 5 - 7";
  advance();
  int value = expression(0);
  static const signed char countdown[] = {PUSH, 3, DUPLICATE, PRINT, DECREMENT, DUPLICATE, JUMP_UNLESS_ZERO, -6, HALT};
  int left = execute(countdown);
  printf("%d %d\n", value, left);
  struct node *tree = 0;
  for (int i = 0; i < 8; i++) tree = inserted(tree, i * 5 % 8);
  print_and_free(tree);
  puts("");
  return value;
}
