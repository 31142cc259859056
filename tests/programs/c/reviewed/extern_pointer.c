// A pointer that is defined elsewhere is not proved to lead to an object, either.
extern char *place;

int main(void) {
  if (place)
    *place = 1;  // violated: memsafety
  return 0;
}
