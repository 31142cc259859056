# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.setup-stamp

RUNTIME := setup.py $(wildcard src/vexil/engines/explicit/runtime/* src/vexil/engines/machine/runtime/*)

.PHONY: setup wheel runtime tools demo test smoke beside lint types contract unit readme changelog bench-interpreter bench-ir bench-c bench-java bench-data bench-explicit bench-machine bench-spin bench-leap bench fuzz-c soak clean

setup: $(STAMP)

$(STAMP): pyproject.toml $(RUNTIME)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Vexil needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

# A wheel with the compiled search runtime, in dist/.
wheel: setup
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

tools:
	@bash scripts/tools.sh

demo: setup
	@bash scripts/demo.sh

test: tools setup runtime
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory --jobs=2 beside unit

# A representative choice for the inner loop, less than a minute: tests/smoke.txt lists it.
smoke: setup
	$(BIN)/python -m pytest -q -n $$(getconf _NPROCESSORS_ONLN) --dist worksteal @tests/smoke.txt

# What needs one core is checked while the tests run.
beside: setup
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory contract
	@$(MAKE) --no-print-directory readme

# The set-up builds the search runtimes if there is a C compiler; with one that was installed later they are built here.
runtime: setup
	@ls src/vexil/engines/explicit/_runtime*.so src/vexil/engines/machine/_machine*.so >/dev/null 2>&1 || ! command -v gcc >/dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .

lint: setup
	$(BIN)/ruff check src tests scripts benchmarks
	$(BIN)/ruff format --check src tests scripts benchmarks

types: setup
	$(BIN)/mypy

contract: setup
	$(BIN)/lint-imports --no-cache

# The tests run under two hash seeds: no output may depend on the order of a set. Some wait for a clock or another
# process, so there is one worker more than cores; neighbours stay together, as they share what they have loaded.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
unit: setup
	PYTHONHASHSEED=0 $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
	PYTHONHASHSEED=1 $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal tests/golden tests/programs -k "(not c/ and not java) or c/predicates or java/papers"

readme: setup
	$(BIN)/python scripts/readme_commands.py README.md

# Collect the fragments of changelog.d in CHANGELOG.md and remove them; without a version, print what would be written.
changelog: setup
	$(BIN)/towncrier build $(if $(VERSION),--yes --version $(VERSION),--draft --version next)

# Measurements, one JSON object a line; never part of the tests.
bench-interpreter: setup
	$(BIN)/python benchmarks/interpreter_speed.py

bench-ir: setup
	$(BIN)/python benchmarks/ir_scale.py

bench-c: setup
	$(BIN)/python benchmarks/c_load.py

# Java programs from start to verdict: make bench-java JAVA="Buffer --time-limit 20"

bench-java: setup
	$(BIN)/python benchmarks/java_search.py $(JAVA)

# Tables of abstractions from nothing, and abstract types of a large program

bench-data: setup
	$(BIN)/python benchmarks/data_abstraction.py

# Native search: make bench-explicit SEARCH="--large breadth parallel"
SEARCH ?=
bench-explicit: setup
	$(BIN)/python benchmarks/explicit_search.py $(SEARCH)

# The native machine on programs with threads: make bench-machine MACHINE="SyncOk --beside explicit"
MACHINE =
bench-machine: setup
	$(BIN)/python benchmarks/machine_search.py $(MACHINE)

# Native search beside Spin on the same models, and how long compiling takes: make bench-spin SPIN="--quick peterson"
SPIN ?=
bench-spin: setup tools
	$(BIN)/python benchmarks/spin_search.py $(SPIN)
	$(BIN)/python benchmarks/spin_curve.py

# Errors behind loops of 2^8 to 2^28 rounds, beside CBMC if it is installed: make bench-leap LEAP="--quick"
LEAP ?=
bench-leap: setup
	$(BIN)/python benchmarks/leap_table.py $(LEAP)

# Random C programs against gcc: make fuzz-c FUZZ="--programs 5000 --seconds 3600 --keep build/fuzz"
FUZZ ?= --programs 1000 --seconds 600 --keep build/fuzz
fuzz-c: setup tools
	$(BIN)/python benchmarks/fuzz_c.py $(FUZZ)

# Long runs with fresh seeds, which are printed and recorded in benchmarks/soak_record.jsonl; what fails is kept in
# build/soak: make soak SECONDS=3600
# The same share of the time each: verdicts on random programs, laws, reductions of the native machine, slices, leaps,
# loops, termination, products with automata, relations, threads, races, C against gcc, Java against the JVM.
SECONDS ?= 600
SOAK = --seconds $$(($(SECONDS) / 14)) --keep build/soak --record benchmarks/soak_record.jsonl
soak: setup tools
	@seed=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' '); echo "{\"seed\": $$seed}"; failed=0; \
	for part in soak.py soak_laws.py soak_machine.py soak_slices.py soak_leaps.py soak_loops.py soak_termination.py soak_products.py soak_relations.py soak_threads.py soak_races.py soak_orders.py "fuzz_c.py --programs 1000000" "fuzz_java.py --programs 1000000"; do \
	  echo "$$part --seed $$seed"; $(BIN)/python benchmarks/$$part $(SOAK) --seed $$seed || failed=1; \
	done; exit $$failed

# Verification tasks of the folder VEXIL_TASKS: make bench BENCH="--set c --limit 60"
BENCH ?= --set c --limit 60
bench: setup
	$(BIN)/python benchmarks/run.py $(BENCH)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
