# make run    set up and start Jarvis        make test   run the tests
# make check  lint, types and tests          make help   this list

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help run test check lint setup wheel clean

help:
	@sed -n 's/^# //p' Makefile

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11, 3.12 or 3.13 is needed, this is " + sys.version.split()[0] + ": make PYTHON=python3.12 ...") if not (3, 11) <= sys.version_info[:2] <= (3, 13) else 0'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable ".[hotkey,mcp,train]" --group dev
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

test: $(VENV)/.installed-dev
	$(BIN)/jarvis setup --all --no-calibrate
	$(BIN)/python -m pytest

check: lint test

wheel: $(VENV)/.installed-dev
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
