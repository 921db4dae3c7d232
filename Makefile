# make ladder   two demo ladders of real bots, with pages to open
# make test     the whole suite
# make check    ruff, mypy, import-linter, generated code current
# make images   the bots' images, on the container engine that is there
# make bench    speed and memory, as ratios; ONLY=a,d  RUNS=1  JSON=FILE  LONG=1  PEERS=1
# make bench-compare OLD=FILE   what got slower since then; NEW=FILE compares two files
# make chaos    a ladder under every disturbance; ARGS='--seed 7' repeats one
# make soak     20,000 matches in one run, and what the harness holds then
PYTHON ?= python3
BIN := .venv/bin

.PHONY: ladder test check images bench bench-compare wire format clean
.DEFAULT_GOAL := ladder

# One environment with everything; made again when the requirements change.
.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "setting up .venv (once, about half a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

ladder: .venv/ready
	@$(BIN)/harness demo

test: .venv/ready
	@checks/browser.sh
	@# Clocks are real: what failed beside other tests is tried once more, alone.
	@$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS) || { test $$? = 1 && \
	  echo "once more, alone:" && $(BIN)/python -m pytest --last-failed --last-failed-no-failures none $(ARGS); }

check: .venv/ready
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python checks/wire.py
	@$(BIN)/mypy
	@$(BIN)/lint-imports

wire: .venv/ready
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python checks/wire.py --write

format: .venv/ready
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

images: .venv/ready
	@$(BIN)/python -m checks.images

chaos: .venv/ready
	@$(BIN)/python -m tests.chaos $(ARGS)

soak: .venv/ready
	@$(BIN)/python -m tests.chaos.soak $(ARGS)

bench: .venv/ready
	@$(BIN)/python -m tests.bench $(if $(ONLY),--only "$(ONLY)") $(if $(RUNS),--runs "$(RUNS)") \
	  $(if $(JSON),--json "$(JSON)") $(if $(LONG),--long) $(if $(PEERS),--peers)

bench-compare: .venv/ready
	@test -n "$(OLD)" || { echo "name the run to compare with: make bench-compare OLD=FILE" >&2; exit 2; }
	@$(BIN)/python -m tests.bench.compare "$(OLD)" $(if $(NEW),"$(NEW)") $(if $(RUNS),--runs "$(RUNS)")

clean:
	rm -rf .venv build *.egg-info
