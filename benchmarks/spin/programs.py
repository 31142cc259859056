"""Programs whose threads use locks, for measuring searches: they are flattened like any other program."""

from __future__ import annotations

HEAD = "vir 1\n"


def _main(*starts: str, first: tuple[str, ...] = ()) -> str:
    """The function that starts the threads."""
    lines = [*first, *(f"t := start {call}" for call in starts), "return"]
    places = [*(f"m{place}" for place in range(len(lines))), "end"]
    edges = [f"  {places[place]} -> {places[place + 1]}: {line}" for place, line in enumerate(lines)]
    return "\n".join(["function main() entry m0 exit end", "  local t: thread", *edges, ""])


def accounts(threads: int, rounds: int) -> str:
    """Threads that move money between two accounts under two locks, and write to a book of their own."""
    text = f"""{HEAD}
global first: lock = literal(1, lock)
global second: lock = literal(2, lock)
global left: i32 = 0i32
global right: i32 = 0i32

function mover() entry head exit end
  local n: i32
  local book: i32
  head -> one:    assume n < {rounds}i32
  head -> done:   assume !(n < {rounds}i32)
  one -> two:     lock first
  two -> take:    lock second
  take -> give:   left := (left + 1i32) % 2i32
  give -> note:   right := (right + 1i32) % 2i32
  note -> test:   book := left
  test -> leave:  check assert left == right "no money is lost"
  leave -> last:  unlock second
  last -> sum:    unlock first
  sum -> next:    book := 0i32
  next -> head:   n := n + 1i32
  done -> end:    return

"""
    return text + _main(*["mover()"] * threads)


def queue(producers: int, consumers: int, rounds: int) -> str:
    """Producers and consumers that share two places under a monitor, with a wait set."""
    taken = producers * rounds // consumers
    text = f"""{HEAD}
class Queue
  field count: i32
  field low: i32
  field high: i32

global queue: ref[Queue]
global total: i32

function producer() entry head exit end
  local i: i32
  head -> enter:  assume i < {rounds}i32
  head -> done:   assume !(i < {rounds}i32)
  enter -> full:  lock queue pair "p" reentrant
  full -> wait:   assume 1i32 < field(queue, Queue, count)
  full -> put:    assume !(1i32 < field(queue, Queue, count))
  wait -> full:   wait queue on queue
  put -> low:     assume field(queue, Queue, count) == 0i32
  put -> high:    assume !(field(queue, Queue, count) == 0i32)
  low -> more:    field(queue, Queue, low) := i
  high -> more:   field(queue, Queue, high) := i
  more -> wake:   field(queue, Queue, count) := field(queue, Queue, count) + 1i32
  wake -> leave:  notify all queue
  leave -> next:  unlock queue pair "p"
  next -> head:   i := i + 1i32
  done -> end:    return

function consumer() entry head exit end
  local i: i32
  local n: i32
  head -> enter:  assume i < {taken}i32
  head -> done:   assume !(i < {taken}i32)
  enter -> empty: lock queue pair "c" reentrant
  empty -> wait:  assume field(queue, Queue, count) == 0i32
  empty -> take:  assume !(field(queue, Queue, count) == 0i32)
  wait -> empty:  wait queue on queue
  take -> cut:    n := field(queue, Queue, low)
  cut -> less:    field(queue, Queue, low) := field(queue, Queue, high)
  less -> add:    field(queue, Queue, count) := field(queue, Queue, count) - 1i32
  add -> wake:    total := (total + n) % 4i32
  wake -> leave:  notify all queue
  leave -> next:  unlock queue pair "c"
  next -> head:   i := i + 1i32
  done -> end:    return

"""
    starts = [*["producer()"] * producers, *["consumer()"] * consumers]
    return text + _main(*starts, first=('queue := new Queue site "queue"',))


def readers_writers(readers: int, writers: int, rounds: int) -> str:
    """Readers that read together and writers that write alone, by a monitor and two counters (Courtois et al. 1971)."""
    text = f"""{HEAD}
class Room
  field reading: i32
  field writing: i32

global room: ref[Room]
global low: i32
global high: i32

function reader() entry head exit end
  local i: i32
  local seen: i32
  head -> enter:  assume i < {rounds}i32
  head -> done:   assume !(i < {rounds}i32)
  enter -> test:  lock room pair "r" reentrant
  test -> wait:   assume field(room, Room, writing) != 0i32
  test -> in:     assume !(field(room, Room, writing) != 0i32)
  wait -> test:   wait room on room
  in -> free:     field(room, Room, reading) := field(room, Room, reading) + 1i32
  free -> one:    unlock room pair "r"
  one -> two:     seen := low
  two -> out:     check assert seen == high "what is read is whole"
  out -> less:    lock room pair "o" reentrant
  less -> wake:   field(room, Room, reading) := field(room, Room, reading) - 1i32
  wake -> leave:  notify all room
  leave -> next:  unlock room pair "o"
  next -> head:   i := i + 1i32
  done -> end:    return

function writer() entry head exit end
  local i: i32
  head -> enter:  assume i < {rounds}i32
  head -> done:   assume !(i < {rounds}i32)
  enter -> test:  lock room pair "w" reentrant
  test -> wait:   assume field(room, Room, writing) + field(room, Room, reading) != 0i32
  test -> in:     assume !(field(room, Room, writing) + field(room, Room, reading) != 0i32)
  wait -> test:   wait room on room
  in -> free:     field(room, Room, writing) := 1i32
  free -> one:    unlock room pair "w"
  one -> two:     low := (low + 1i32) % 3i32
  two -> out:     high := low
  out -> less:    lock room pair "x" reentrant
  less -> wake:   field(room, Room, writing) := 0i32
  wake -> leave:  notify all room
  leave -> next:  unlock room pair "x"
  next -> head:   i := i + 1i32
  done -> end:    return

"""
    starts = [*["reader()"] * readers, *["writer()"] * writers]
    return text + _main(*starts, first=('room := new Room site "room"',))


def table(philosophers: int, rounds: int) -> str:
    """Philosophers whose forks are locks; the last one takes the lower fork first, as all others do."""
    forks = "\n".join(f"global fork{place}: lock = literal({place + 1}, lock)" for place in range(philosophers))
    text = f"""{HEAD}
{forks}

function philosopher(low: lock, high: lock) entry head exit end
  local n: i32
  head -> one:    assume n < {rounds}i32
  head -> done:   assume !(n < {rounds}i32)
  one -> two:     lock low
  two -> eats:    lock high
  eats -> leave:  n := n + 1i32
  leave -> last:  unlock high
  last -> head:   unlock low
  done -> end:    return

"""
    pairs = [sorted((place, (place + 1) % philosophers)) for place in range(philosophers)]
    return text + _main(*(f"philosopher(fork{low}, fork{high})" for low, high in pairs))
