#!/usr/bin/env bash
# The main job on the shipped examples, with the exit codes that scripts rely on.
set -uo pipefail
cd "$(dirname "$0")/.."
vexil=.venv/bin/vexil

expect() { # expected exit code, then the command
  local wanted=$1 code=0
  shift
  printf '\n$ vexil'
  printf ' %q' "$@"
  printf '\n'
  "$vexil" "$@" || code=$?
  if [ "$code" -ne "$wanted" ]; then
    echo "demo: expected exit code $wanted, got $code" >&2
    exit 1
  fi
}

expect 0 run examples/power.fcl --set m=2 --set n=3
expect 0 check examples/power.fcl --set m=2 --set n=3
expect 0 check examples/power.fcl --set m=-3..3 --set n=0..4 \
  -p 'ltl: <>[end] => []([init] && =(%(m, 2), 1) => <>([end] && =(%(result, 2), 1)))'
expect 1 check examples/power.fcl --set m=2 --set n=3 -p 'ltl: [] <(result, 8)'
expect 1 check examples/transfer.vir
expect 0 check examples/transfer_ordered.vir
expect 3 check examples/counter.vir --bound x=0..20
expect 1 check examples/counter.vir
echo
echo "demo: all of it as expected"
