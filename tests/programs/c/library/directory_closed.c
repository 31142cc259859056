// An entry is gone when the directory is closed, and nothing is lost.
#include <dirent.h>

int main(void) {
  DIR *directory = opendir(".");
  if (directory == 0) return 0;
  struct dirent *entry = readdir(directory);
  int type = entry != 0 ? entry->d_type : 0;
  closedir(directory);
#ifdef LATE
  type = entry != 0 ? entry->d_type : 0;
#endif
  return type;
}
