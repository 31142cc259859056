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

expect 1 check examples/lost_update.c -p assert
expect 0 check examples/lost_update.c -p assert -DLOCKED
expect 0 check examples/bounded_queue.c -p assert -p deadlock
expect 1 check examples/bounded_queue.c -p deadlock -DSILENT
expect 0 check examples/lock_protocol.c -p assert -p 'ltl: [](at(HELD) => <>at(RELEASED))'
expect 1 check examples/lock_protocol.c -p 'ltl: [](at(HELD) => <>at(DONE))'
expect 0 check examples/lock_protocol.c -p 'ltl: [](at(HELD) => <>at(DONE))' -DTRIES=3
expect 1 check examples/copied_word.c -p memsafety
expect 0 check examples/copied_word.c -p memsafety -DROOM=1
expect 1 check examples/midpoint.c -p overflow
expect 0 check examples/midpoint.c -p overflow -DCAREFUL
expect 1 check examples/java/LostUpdate.java -p assert
expect 1 check examples/java/Transfer.java -p deadlock --lanes
expect 0 check examples/java/Rooms.java -p 'ltl: [](Rooms.inside <= 1)'
expect 0 run examples/weekday.c -- 2000 2 29
expect 0 run examples/power.fcl --set m=2 --set n=3
expect 0 check examples/power.fcl --set m=2 --set n=3
expect 0 check examples/power.fcl --set m=-3..3 --set n=0..4 \
  -p 'ltl: <>[end] => []([init] && =(%(m, 2), 1) => <>([end] && =(%(result, 2), 1)))'
expect 1 check examples/power.fcl --set m=2 --set n=3 -p 'ltl: [] <(result, 8)'
expect 0 check examples/power.fcl --bind m=EvenOdd --default-abstraction Point \
  -p 'ltl: [](([end] && m % 2 != 0) => result % 2 != 0)'
expect 2 abstract examples/power.fcl --bind m=EvenOdd --bind result=Signs
expect 0 advise examples/power.fcl -p 'ltl: []([end] => result % 2 != 0)'
expect 0 check examples/data_abstraction/sequence_number -p assert \
  --bind Sender.run::number=EvenOdd --bind Receiver.run::expected=EvenOdd
expect 1 check examples/transfer.vir
expect 0 check examples/transfer_ordered.vir
expect 3 check examples/counter.vir --bound x=0..20
expect 1 check examples/counter.vir
echo
echo "demo: all of it as expected"
