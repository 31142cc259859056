// Nobody said what the program is started with: without arguments, there is no argv[1].
int main(int argc, char **argv) {
  if (argc > 1)
    return argv[1][0];
  return argv[1] == 0;
}
