#!/usr/bin/env bash
# Installs the programs that some tests use as oracles. Without root it says what is missing and goes on:
# the tests that need a missing program are skipped with a visible reason.
set -euo pipefail

# What each program is installed from, and what is not tested without it. libcsmith-dev has the header that programs of
# csmith include; gcc-multilib, which has no program of its own, lets gcc make 32-bit programs (-m32).
declare -A package=([gcc]=gcc [csmith]="csmith libcsmith-dev" [gcc -m32]=gcc-multilib [spin]=spin
  [javac]=openjdk-17-jdk-headless)
declare -A purpose=(
  [gcc]="machine arithmetic and C programs are compared with a real C compiler"
  [csmith]="random C programs of Csmith are compared with gcc"
  [gcc -m32]="C programs for 32-bit pointers are compared with gcc"
  [spin]="printed Promela models are checked by Spin, and their states counted"
  [javac]="Java programs, and mistakes in them, are compared with the JDK"
)

present() {
  case "$1" in
    "gcc -m32") echo '#include <stdio.h>
int main(void) { return 0; }' | gcc -m32 -x c -o /dev/null - >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

missing=()
for tool in "${!package[@]}"; do
  present "$tool" || missing+=("$tool")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  for tool in "${missing[@]}"; do
    # shellcheck disable=SC2086 # several packages are several words
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${package[$tool]} >/dev/null ||
      echo "could not install: $tool (skipped: ${purpose[$tool]})"
  done
else
  for tool in "${missing[@]}"; do
    echo "not installed: $tool (skipped: ${purpose[$tool]}); as root: apt-get install ${package[$tool]}"
  done
fi
