// A pointer that a function without a body returns may be null.
extern char *locate(void);

int main(void) {
  return *locate();  // violated: memsafety
}
