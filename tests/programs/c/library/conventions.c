#include <locale.h>

int main(void) { return localeconv()->decimal_point[1]; }
