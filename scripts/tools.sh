#!/usr/bin/env bash
# Installs the programs that some tests use as oracles. Without root it says what is missing and goes on:
# the tests that need a missing program are skipped with a visible reason.
set -euo pipefail

declare -A package=([gcc]=gcc)
declare -A purpose=([gcc]="machine arithmetic is compared with a real C compiler")

missing=()
for tool in "${!package[@]}"; do
  command -v "$tool" >/dev/null 2>&1 || missing+=("$tool")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  for tool in "${missing[@]}"; do
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${package[$tool]}" >/dev/null
  done
else
  for tool in "${missing[@]}"; do
    echo "not installed: $tool (skipped: ${purpose[$tool]}); as root: apt-get install ${package[$tool]}"
  done
fi
