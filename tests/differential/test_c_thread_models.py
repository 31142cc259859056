"""The models of threads on a random scheduler: the programs of ``tests/programs/c/threads`` and some with more threads.

A model is compiled by gcc with every function renamed, and runs on intrinsics that follow the rules of the
intermediate form (``c_models_scheduler.c``). Random runs prove nothing, but a model that blocks, breaks an invariant
or excludes too much shows here without a front end.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml

import vexil
from tools import require_tool

HERE = Path(__file__).parent
FOLDER = Path(vexil.__file__).parent / "frontends" / "c"
SOURCES = (HERE.parent / "programs" / "c" / "threads").glob("*.c")
PROGRAMS = sorted(path for path in SOURCES if "__CPROVER_ASYNC" not in path.read_text(encoding="utf-8"))
"""All but those whose labels start threads: to a compiler they are labels."""
FILES = ("errno", "signal_handlers", "sleep", "semaphore", "threads", "threads_mutex", "threads_storage")
RWLOCK = """
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int left, right, writers;
void *write(void *argument) {
  pthread_rwlock_wrlock(&lock);
  assert(++writers == 1);
  left++;
  right++;
  assert(--writers == 0);
  pthread_rwlock_unlock(&lock);
  return argument;
}
void *read(void *argument) {
  pthread_rwlock_rdlock(&lock);
  assert(left == right && writers == 0);
  pthread_rwlock_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, i % 2 ? read : write, 0);
  write(0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(left == 3 && right == 3);
  return pthread_rwlock_destroy(&lock);
}
"""
BUFFER = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t room, stock;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int buffer[2], head, tail, sum;
void *produce(void *argument) {
  for (int i = 1; i < 4; i++) {
    sem_wait(&room);
    pthread_mutex_lock(&mutex);
    assert(head - tail < 2);
    buffer[head++ % 2] = i;
    pthread_mutex_unlock(&mutex);
    sem_post(&stock);
  }
  return argument;
}
void *consume(void *argument) {
  for (int i = 1; i < 4; i++) {
    sem_wait(&stock);
    pthread_mutex_lock(&mutex);
    assert(head > tail);
    sum += buffer[tail++ % 2];
    pthread_mutex_unlock(&mutex);
    sem_post(&room);
  }
  return argument;
}
int main(void) {
  pthread_t threads[3];
  sem_init(&room, 0, 2);
  sem_init(&stock, 0, 0);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, i % 2 ? produce : consume, 0);
  produce(0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(sum == 12);
  return 0;
}
"""
ROUNDS = """
#include <assert.h>
#include <pthread.h>
pthread_barrier_t barrier;
pthread_once_t control = PTHREAD_ONCE_INIT;
int arrived[3], calls;
void initialise(void) { calls++; }
void *work(void *argument) {
  for (int round = 0; round < 3; round++) {
    pthread_once(&control, initialise);
    __atomic_fetch_add(&arrived[round], 1, __ATOMIC_SEQ_CST);
    pthread_barrier_wait(&barrier);
    assert(arrived[round] == 3 && calls == 1);
  }
  return argument;
}
int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, 0, 3);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  work(0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return pthread_barrier_destroy(&barrier);
}
"""
BARGING = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t semaphore;
int second;
void *wait(void *argument) {
  sem_wait(&semaphore);
  assert(second == 0);
  return argument;
}
int main(void) {
  pthread_t other;
  sem_init(&semaphore, 0, 0);
  pthread_create(&other, 0, wait, 0);
  sem_post(&semaphore);
  sem_wait(&semaphore);
  second = 1;
  sem_post(&semaphore);
  pthread_join(other, 0);
  return 0;
}
"""
MORE = (("rwlock", RWLOCK, {"passed"}), ("buffer", BUFFER, {"passed"}), ("rounds", ROUNDS, {"passed"}))


class Scheduler:
    """Compiles programs against the models and runs them under many seeds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gcc = require_tool("gcc")
        models = [FOLDER / "models" / f"{name}.c" for name in FILES] + sorted((FOLDER / "models").glob("pthread_*.c"))
        names = ["main", "__assert_fail"]
        for model in models:
            first = model.read_text(encoding="utf-8").splitlines()[0]
            names += first.removeprefix("/* models: ").removesuffix(" */").split()
        self.options = (
            "-std=gnu11",
            "-fno-builtin",
            "-fsanitize=thread",
            *(f"-D{name}=program_{name}" for name in names),
        )
        self.run(self.gcc, *self.options, "-c", *map(str, models))
        self.run(self.gcc, "-std=gnu11", "-O1", "-c", str(HERE / "c_models_scheduler.c"))

    def run(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
        return done.stdout

    def endings(self, source: Path, runs: int) -> dict[str, int]:
        """How often the program ended in which way."""
        include = ("-nostdinc", "-isystem", str(FOLDER / "include"))
        self.run(self.gcc, *self.options, *include, "-c", str(source), "-o", "program.obj")
        objects = sorted(path.name for path in self.folder.glob("*.o"))
        self.run(self.gcc, "program.obj", *objects, "-o", "program", "-lpthread")
        output = self.run(str(self.folder / "program"), str(runs))
        return {ending: int(count) for ending, count in (line.split() for line in output.splitlines())}


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Scheduler:
    return Scheduler(tmp_path_factory.mktemp("threads"))


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_programs_end_as_they_should(source: Path, scheduler: Scheduler) -> None:
    """What is expected to be refuted happens in some runs, and nothing else goes wrong in any."""
    description = yaml.safe_load(next(source.parent.glob(f"{source.stem}.yml*")).read_text(encoding="utf-8"))
    endings = scheduler.endings(source, 80)
    refuted = {entry["property"] for entry in description["properties"] if entry["expected_verdict"] == "refuted"}
    assert endings.keys() - {"passed"} == refuted, endings


@pytest.mark.parametrize(("name", "text", "expected"), MORE)
def test_more_threads(name: str, text: str, expected: set[str], scheduler: Scheduler) -> None:
    """Locks, semaphores and barriers keep their promises to several threads, and none of them is forgotten."""
    source = scheduler.folder / f"{name}.c"
    source.write_text(text)
    assert scheduler.endings(source, 300).keys() == expected


def test_a_woken_thread_may_be_overtaken(scheduler: Scheduler) -> None:
    """Who posts may take it back before a thread that waits; if that thread is faster, the poster waits for ever."""
    source = scheduler.folder / "barging.c"
    source.write_text(BARGING)
    assert scheduler.endings(source, 300).keys() == {"assert", "deadlock"}
