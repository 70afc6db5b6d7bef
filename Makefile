.DEFAULT_GOAL := help
.PHONY: help run test every-test chaos challenges check lint fix coverage bench docs diagrams pictures audit lock setup
SHELL := /bin/sh
# Tests start hundreds of processes, and each would compile the whole house anew.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
ARGS ?=

help:  ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do \
		printf '  make %-10s %s\n' "$$name" "$$what"; done

run:  ## set up what is missing, serve Moot and open it in the browser
	@sh scripts/setup.sh run
	@exec $(BIN)/moot run $(ARGS)

test: setup  ## set up what is missing, lint, and run every test
	@$(BIN)/python -m scripts.get_chromium
	@$(BIN)/python -m scripts.check_postgres
	@$(BIN)/python -m scripts.get_bubblewrap
	@$(MAKE) --no-print-directory -j 2 lint every-test

every-test:
	@$(BIN)/python -m scripts.every_test $(ARGS)

chaos: setup  ## run every test in full: kills at every step, many examples, real models; takes hours
	MOOT_CHAOS=all $(BIN)/python -m pytest -n 2 -o faulthandler_timeout=0 $(ARGS)

challenges: setup  ## play each capability of workshops against a server of its own (ARGS=NAME for one)
	@$(BIN)/python -m scripts.get_bubblewrap
	$(BIN)/python challenges/all.py $(ARGS)

check: lint  ## lint, format, import contracts and types, without tests
	$(BIN)/basedpyright

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo

fix: setup  ## repair what the linter can repair, and format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

coverage: setup  ## run the tests and show what they leave untouched
	$(BIN)/python -m pytest --cov --cov-report=term-missing $(ARGS)

bench: setup  ## measure
	$(BIN)/python -m benchmarks $(ARGS)

docs: setup  ## write what is generated of docs/ anew, and build the site from it, without a network
	$(BIN)/python -m scripts.gallery
	$(BIN)/python -m scripts.docs
	$(BIN)/python -m scripts.site

pictures: setup  ## take the pictures of pages in docs/ anew
	@$(BIN)/python -m scripts.get_chromium
	@$(BIN)/python -m scripts.get_bubblewrap
	$(BIN)/python -m scripts.screens

diagrams: setup  ## draw the diagrams of docs/ anew; fetches Mermaid from npm
	@$(BIN)/python -m scripts.get_chromium
	$(BIN)/python -m scripts.pictures

audit: setup  ## look up known holes of everything in requirements.lock; asks PyPI, and says so where it cannot
	$(BIN)/python -m scripts.audit $(ARGS)

lock:  ## write the lock files anew (ARGS=--upgrade for newer releases)
	sh scripts/lock.sh $(ARGS)

setup:
	@sh scripts/setup.sh dev
