# make run    set up and start Jarvis        make test   run all tests, the quick kinds first
# make test-fast  only the quick kinds (unit, flow, contract)
# make check  lint, types and tests          make help   this list
# make proof  what takes longer than a test may: docs/reliability.md has the last results
# make lock   renew config/requirements.txt  make lock UPGRADE=1   the same, with newer versions
# make wheel  build a wheel in dist/         make picture          draw docs/session.svg anew
# make man    renew docs/jarvis.1          make templates       renew what is known of the sentences

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
UV_VERSION := 0.13.9

# Tests that share no device run on all cores, one file on one of them, in the order of tests/conftest.py: the longest first.
ON_ALL_CORES := --numprocesses auto --dist loadfile --no-loadscope-reorder

# With this set each process of the tests would compile the project anew.
unexport PYTHONDONTWRITEBYTECODE

# Every package, its version and its hashes: of the program, the extras, the tests and the build.
# pip refuses a file with another hash. As constraints (-c) the lock also holds for a part of the
# packages: `make run` needs no extra. A folder has no hash, so the project itself is installed
# first and alone. The pip that came with Python may be too old for constraints with hashes.
LOCK := config/requirements.txt
PIP = $(BIN)/python -m pip install --quiet --build-constraint $(LOCK)

.PHONY: help run test test-fast proof check lint setup wheel picture lock man templates clean

help:
	@sed -n 's/^# make/make/p' Makefile

$(VENV)/.installed: pyproject.toml $(LOCK)
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11, 3.12 or 3.13 is needed, this is " + sys.version.split()[0] + ": make PYTHON=python3.12 ...") if not (3, 11) <= sys.version_info[:2] <= (3, 13) else 0'
	$(PYTHON) -m venv $(VENV)
	@sed -n '/^pip==/,/[^\\]$$/p' $(LOCK) > $(VENV)/pip.txt
	$(BIN)/python -m pip install --quiet --require-hashes --requirement $(VENV)/pip.txt
	$(PIP) --no-deps --editable .
	$(PIP) --require-hashes --constraint $(LOCK) jarvis-voice
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(PIP) --require-hashes --requirement $(LOCK)
	@touch $@

setup: $(VENV)/.installed
	$(BIN)/jarvis setup

run: setup
	$(BIN)/jarvis run

lint: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# What needs a part of a desktop bench hears, speaks and looks in real time: two at a time, at the end.
test: $(VENV)/.installed-dev
	$(BIN)/jarvis setup --all --no-calibrate --no-guide
	$(BIN)/python -m pytest -m "not e2e" $(ON_ALL_CORES)
	$(BIN)/python -m pytest -m "e2e and not bench" $(ON_ALL_CORES)
	$(BIN)/python -m pytest -m bench --numprocesses 2 --dist loadfile

# Without asyncio's debug mode, which takes a quarter of the time; `make test` has it on.
test-fast: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m "not e2e" $(ON_ALL_CORES) --override-ini asyncio_debug=false

# Many random examples instead of some, every fault ten times, and damage of every kind.
proof: $(VENV)/.installed-dev
	$(BIN)/jarvis setup --all --no-calibrate --no-guide
	$(BIN)/python -m pytest --hypothesis-profile=proof --override-ini timeout=3000 -m "not e2e" $(ON_ALL_CORES) \
	$$(grep -rl hypothesis tests --include='test_*.py')
	PROOF_THREADS=1000 $(BIN)/python -m pytest --override-ini timeout=3000 tests/store/postgres/test_two_processes.py
	$(BIN)/jarvis bench faults --fuzz 2000
	$(BIN)/jarvis bench faults --rounds 10

check: lint test

wheel: $(VENV)/.installed-dev
	$(BIN)/python -m build --wheel --no-isolation

picture: $(VENV)/.installed-dev
	$(BIN)/python tests/session_picture.py docs/session.svg

# Versions stay as they are where pyproject.toml allows it. UPGRADE may also be an option of uv, such
# as --upgrade-package=numpy. Places where this machine looks for packages besides have no say.
lock:
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(PYTHON) -m venv "$$folder" && "$$folder/bin/python" -m pip install --quiet "uv==$(UV_VERSION)" && \
	env -u UV_FIND_LINKS -u UV_INDEX -u UV_EXTRA_INDEX_URL -u UV_CONSTRAINT -u UV_OVERRIDE \
	UV_CUSTOM_COMPILE_COMMAND="make lock" "$$folder/bin/uv" --no-config --quiet pip compile \
	--python "$$folder/bin/python" --cache-dir "$$folder/cache" --universal --python-version 3.11 \
	--generate-hashes --all-extras --group dev --group lock $(patsubst 1,--upgrade,$(UPGRADE)) \
	--output-file $(LOCK) pyproject.toml

man: $(VENV)/.installed
	$(BIN)/python -m jarvis_voice.cli.manual_page > docs/jarvis.1.new
	mv docs/jarvis.1.new docs/jarvis.1

# After a change of sentences of config/ or of a tool, else they are parsed at each start.
templates: $(VENV)/.installed-dev
	$(BIN)/python tests/template_table.py models/understanding/templates.json.gz

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
