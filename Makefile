# `make` lists the commands. Everything is installed into .venv, on its own, at the first use.
# PYTHON=python3.12 chooses the interpreter; TAIPAO_SKIP_WEB=1 leaves out building the page.

PYTHON ?=
BIN := .venv/bin

# Tests start many processes; without byte code each would compile what it imports anew.
unexport PYTHONDONTWRITEBYTECODE
INSTALLED := .venv/.installed
WEB_TOOLS := web/node_modules/.all-installed

# The package is installed editable, so only what shapes the installation counts here.
SOURCES := pyproject.toml hatch_build.py tools/npm.py tools/bootstrap.sh \
	$(wildcard src/taipao/rules/build_tables.py) \
	$(shell find web tools/tiles \( -name node_modules -o -name tests -o -name test-results \
		-o -name dist -o -name coverage \) -prune -o -type f -print 2>/dev/null)

# Installed, yet something built is gone, or another Python is asked for: install again.
BUILT := src/taipao/rules/tables.bin $(if $(filter 1,$(TAIPAO_SKIP_WEB)),,src/taipao/web/index.html src/taipao/web/sources.sha256)
STALE := $(filter-out $(wildcard $(BUILT)),$(BUILT))
ifneq ($(PYTHON),)
STALE += $(filter-out $(shell cat .venv/.python 2>/dev/null),$(PYTHON))
endif

.PHONY: help play test check soak bench bench-server venv web-test again

help:
	@echo 'make play      install everything and open the table in the browser'
	@echo 'make test      install everything and run the tests'
	@echo 'make check     style, types, layers, the web page, the repository itself'
	@echo 'make web-test  the tests of the web page alone'
	@echo 'make soak      the long tests, and 10,000 simulated rounds under each rule set'
	@echo 'make bench     measure, against other libraries'
	@echo 'make bench-server  what the server holds on one core; takes some minutes and both cores'
	@echo 'make venv      only install'

venv: $(INSTALLED)

again:

$(INSTALLED): $(SOURCES) $(if $(STALE),again)
	@PYTHON='$(PYTHON)' sh tools/bootstrap.sh dev
	@touch $@

play: venv
	$(BIN)/taipao play

# One process takes all tests of a file, and begins with those that take longest (tests/sharing.py).
test: venv
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile

check: venv $(WEB_TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy hatch_build.py tools/npm.py
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/test_repository.py
	$(BIN)/python tools/npm.py run check

web-test: venv $(WEB_TOOLS)
	$(BIN)/python tools/npm.py test
	$(BIN)/python tools/npm.py run test:tiles

# The page's build installs only what building needs; this adds the checkers and test tools.
$(WEB_TOOLS): web/package-lock.json $(INSTALLED)
	$(BIN)/python tools/npm.py ci --no-audit --no-fund
	@touch $@

soak: venv
	$(BIN)/python -m pytest -m soak
	$(BIN)/taipao sim --rounds 10000 --seed 1 --ruleset standard
	$(BIN)/taipao sim --rounds 10000 --seed 1 --ruleset alternate

bench: .venv/.bench
	@set -e; for script in $(filter-out bench/server.py,$(wildcard bench/*.py)); do echo "== $$script"; $(BIN)/python "$$script"; done

bench-server: venv
	$(BIN)/python bench/server.py $(BENCH)

.venv/.bench: $(INSTALLED)
	@PYTHON='$(PYTHON)' sh tools/bootstrap.sh dev bench
	@touch $@
